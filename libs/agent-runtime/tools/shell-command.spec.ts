import { judgeShellCommand } from './shell-command.js';

describe('shell commands that agents may run', () => {
  it.each([
    'npm test',
    'CI=1 npm test --silent && ls -la | head -5',
    'grep -rn "a;b" src; wc -l README.md',
    "printf '%s' '$(id)'",
    'node check.js > out.txt 2>&1',
    './gradlew test',
    'env FOO=1 node x.js',
  ])('allows %j', (command) => expect(judgeShellCommand(command)).toEqual({ allowed: true }));

  it.each([
    ['rm -rf .', 'rm'],
    ['ls && rm x', 'rm'],
    ['ls\nrm x', 'rm'],
    ['ls & rm x', 'rm'],
    ['ls || curl http://x', 'curl'],
    ['ls | sh', 'sh'],
    ['X=1 rm x', 'rm'],
    ['env rm x', 'rm'],
    ['ls | xargs -n1 rm', 'rm'],
    ['r\\m x', 'rm'],
    ['"r"m x', 'rm'],
  ])('splits %j and refuses its part %s', (command, part) =>
    expect(judgeShellCommand(command)).toEqual({ allowed: false, reason: expect.stringContaining(`${part} is not on the list`) }),
  );

  it.each([
    'ls $(rm x)',
    'ls `rm x`',
    'cat <(rm x)',
    '(rm x)',
    'cat << EOF',
    'echo "${x}"',
    'echo "open',
    '',
    ' ',
    'x'.repeat(2_001),
  ])('refuses %j, which cannot be judged', (command) => expect(judgeShellCommand(command).allowed).toBe(false));
});
