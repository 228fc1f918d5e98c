// A browser page on a fixture server: what every browser test of the Console begins with.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { buildConsole, launch } from './browser.js';
import { FixtureServer, TOKEN } from './fixture-server.js';
import { emptyWorld, type World } from './world.js';

export interface Stage {
  readonly world: World;
  readonly server: FixtureServer;
  readonly page: Page;
  /** Everything that the page wrote to its console, and every error that nobody caught. */
  readonly log: string[];
  readonly goto: (path: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** One browser for a spec file; a server, a world and a fresh context a test. */
export class Theatre {
  private browser: Browser | null = null;
  private dist = '';
  private readonly open = new Set<Stage>();

  async raise(): Promise<void> {
    this.dist = buildConsole();
    this.browser = await launch();
  }

  async close(): Promise<void> {
    await this.clear();
    await this.browser?.close();
  }

  /** Closes what the last test left open. */
  async clear(): Promise<void> {
    for (const stage of [...this.open]) await stage.close();
  }

  /** A page on the Console, signed in unless said otherwise; `prepare` fills the world first. */
  async stage(
    prepare: (world: World) => void = () => undefined,
    options: BrowserContextOptions & { readonly signedOut?: boolean } = {},
  ): Promise<Stage> {
    const { signedOut = false, ...browserOptions } = options;
    if (!this.browser) throw new Error('The theatre is closed.');
    const world = emptyWorld();
    prepare(world);
    const server = new FixtureServer(world, this.dist);
    const url = await server.start();
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', ...browserOptions });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    const log: string[] = [];
    page.on('console', (message) => log.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => log.push(`uncaught: ${error.message}`));
    const stage: Stage = {
      world,
      server,
      page,
      log,
      goto: async (path) => void (await page.goto(`${url}${path}`)),
      close: async () => {
        this.open.delete(stage);
        await context.close();
        await server.stop();
      },
    };
    this.open.add(stage);
    if (!signedOut) await context.addInitScript((token) => sessionStorage.setItem('workroom.token', token), TOKEN);
    return stage;
  }
}

/** Live and caught up. */
export async function live(page: Page): Promise<void> {
  await page
    .getByRole('status')
    .filter({ hasText: /^Live$/ })
    .waitFor();
}

/** Waits for something that is no element; looks again after each animation frame of the page. */
export async function until(page: Page, what: () => boolean): Promise<void> {
  for (let look = 0; look < 600; look += 1) {
    if (what()) return;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  throw new Error('It did not come about in 600 frames.');
}
