// Takes the screenshots of the documentation from the real product: starts it on a data directory of its own, says
// `/work audit this repository` in the Sandbox, waits for the Run to end, and writes docs/images/*.png.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright-core';

const root = join(import.meta.dirname, '..');
const images = join(root, 'docs/images');
const browserPath = process.env.WORKROOM_TEST_CHROMIUM ?? '/usr/bin/chromium';
const REQUEST = '/work audit this repository';
const PATIENCE_MS = 180_000;

if (!existsSync(browserPath)) {
  process.stderr.write(`No Chromium at ${browserPath}: install the package chromium or set WORKROOM_TEST_CHROMIUM to one.\n`);
  process.exit(1);
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** Asks until it answers true; throws what was waited for when patience ends. */
async function until(what, ask) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(200)) if (await ask()) return;
  throw new Error(`Waited ${PATIENCE_MS / 1000} s in vain for ${what}.`);
}

async function startProduct(data) {
  const port = await freePort();
  const server = spawn(process.execPath, ['dist/apps/workroom/main.js', 'up'], {
    cwd: root,
    env: { ...process.env, WORKROOM_DATA_DIR: data, WORKROOM_PORT: String(port), WORKROOM_WORKSPACE: root },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  server.stderr.on('data', (chunk) => (said = `${said}${chunk}`.slice(-4_000)));
  const url = `http://127.0.0.1:${port}`;
  await until('the server', async () => {
    if (server.exitCode !== null) throw new Error(`The server did not start:\n${said}`);
    return fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return { url, server, token: readFileSync(join(data, 'bootstrap-token'), 'utf8').trim() };
}

async function stopProduct({ server }) {
  if (server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
}

/** The Run that the request made, once it has ended. */
async function endedRun({ url, token }) {
  let run;
  await until('the Run to end', async () => {
    const answer = await fetch(`${url}/api/agent/workroom/runs?projectId=demo`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    [run] = (await answer.json()).data ?? [];
    return ['completed', 'cancelled', 'blocked', 'needs_replan'].includes(run?.status);
  });
  return run;
}

async function photograph(product) {
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1360, height: 860 }, locale: 'en-GB' });
    const page = await context.newPage();
    const shoot = async (name) => {
      await page
        .getByRole('status')
        .filter({ hasText: /^Live$/ })
        .waitFor();
      await page.evaluate(() => document.fonts.ready);
      await pause(800);
      await page.screenshot({ path: join(images, `${name}.png`) });
      process.stdout.write(`docs/images/${name}.png\n`);
    };
    await page.goto(`${product.url}/console/#token=${product.token}`);
    await page.getByRole('link', { name: 'Sandbox', exact: true }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill(REQUEST);
    await page.getByRole('button', { name: 'Send' }).click();
    const run = await endedRun(product);
    await page.getByRole('article').filter({ hasText: 'Conclusion' }).first().waitFor();
    // From the request on: a conversation is read from its beginning.
    await page.getByRole('log').evaluate((log) => log.scrollTo({ top: 0 }));
    await page.getByRole('heading', { level: 1 }).click();
    await shoot('sandbox');
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.locator('.run-row').first().waitFor();
    await shoot('run-list');
    await page.locator('.run-row a').first().click();
    await page.locator('.fact').first().waitFor();
    await page.locator('.graph .node').first().waitFor();
    await shoot('run-detail');
    process.stdout.write(`Run ${run.runId} ended ${run.status}.\n`);
    return run.status;
  } finally {
    await browser.close();
  }
}

mkdirSync(images, { recursive: true });
const data = mkdtempSync(join(tmpdir(), 'workroom-screenshots-'));
let product;
try {
  product = await startProduct(data);
  if ((await photograph(product)) !== 'completed') process.exitCode = 1;
} finally {
  if (product) await stopProduct(product);
  rmSync(data, { recursive: true, force: true });
}
