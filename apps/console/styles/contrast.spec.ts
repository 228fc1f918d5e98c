import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');

function tokensOf(part: string): Map<string, string> {
  return new Map([...part.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map((match) => [String(match[1]), String(match[2])]));
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

function missing(name: string): never {
  throw new Error(`no token --${name}`);
}

const surfaces = ['bg', 'surface', 'surface-2', 'surface-3'];
const text: Array<[string, string]> = [
  ...['text', 'text-2'].flatMap((name): Array<[string, string]> => surfaces.map((on) => [name, on])),
  ...['text-3', 'link'].flatMap((name): Array<[string, string]> => ['bg', 'surface', 'surface-2'].map((on) => [name, on])),
  ...['ok', 'run', 'wait', 'bad', 'idle', 'plan'].flatMap((name): Array<[string, string]> => [
    [name, `${name}-soft`],
    [name, 'surface'],
    ['text', `${name}-soft`],
  ]),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['accent-strong', 'accent-soft'],
];

describe.each([
  ['light', tokensOf(light)],
  ['dark', tokensOf(dark)],
])('colours, %s', (_name, tokens) => {
  const of = (name: string) => tokens.get(name) ?? missing(name);

  it.each(text)('[A-108] --%s on --%s reads at 4.5 : 1 or better', (front, back) => {
    expect(contrast(of(front), of(back))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['focus', 'line-strong'])('--%s stands out from every surface at 3 : 1 or better', (name) => {
    for (const on of surfaces) expect(contrast(of(name), of(on))).toBeGreaterThanOrEqual(3);
  });
});
