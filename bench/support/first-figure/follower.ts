import type { Locator, Page } from "@playwright/test";
import type { GuideStep } from "#bench/support/first-figure/guide.ts";

const PATIENCE_MS = 60_000;

/** Follows one step of the guide on a page, by nothing but the names that the guide gives. */
export class Follower {
  readonly page: Page;
  readonly #step: GuideStep;
  readonly #used: Set<string>;

  constructor(page: Page, step: GuideStep, used = new Set<string>()) {
    page.setDefaultTimeout(PATIENCE_MS);
    this.page = page;
    this.#step = step;
    this.#used = used;
  }

  /** The same step in another window. */
  on(page: Page): Follower {
    return new Follower(page, this.#step, this.#used);
  }

  /** A link, a button, what opens a menu, or one of several choices. */
  async press(name: string): Promise<void> {
    await this.#use(name, this.#pressable(name), (control) => control.click());
  }

  /** A field, or each of a group of that name. */
  async fill(name: string, value: string): Promise<void> {
    const fields = this.#field(name);
    await this.#use(name, fields, async () => {
      await fields.first().waitFor();
      for (const field of await fields.all()) await field.fill(value);
    });
  }

  async choose(name: string, label: string): Promise<void> {
    await this.#use(name, this.#field(name), async (field) => void (await field.selectOption({ label })));
  }

  /** In the window that the browser opens for it. */
  async upload(name: string, files: readonly string[]): Promise<void> {
    const coming = this.page.waitForEvent("filechooser");
    const button = this.page.locator("label").filter({ hasText: name, visible: true });
    await Promise.all([coming, this.#use(name, button, (control) => control.click())]);
    await (await coming).setFiles([...files]);
  }

  /** Presses what gives a file, and returns where the browser has put it. */
  async download(name: string): Promise<string> {
    const coming = this.page.waitForEvent("download");
    await this.press(name);
    return (await coming).path();
  }

  /** Every name of the step has led somewhere: otherwise the guide tells of what nobody needs. */
  finish(): void {
    const unused = this.#step.names.filter((name) => !this.#used.has(name));
    if (unused.length > 0) throw new Error(`not needed in “${this.#step.heading}”: ${unused.join(", ")}`);
  }

  #pressable(name: string): Locator {
    // “Sign in as …” goes on with a person's name.
    const words = name.endsWith(" …") ? { name: name.slice(0, -2) } : { name, exact: true };
    const { page } = this;
    return page
      .getByRole("link", words)
      .or(page.getByRole("button", words))
      .or(page.getByRole("menuitem", words))
      .or(page.getByRole("radio", { name }))
      .or(page.getByRole("checkbox", words))
      .filter({ visible: true });
  }

  #field(name: string): Locator {
    const group = this.page.getByRole("group", { name, exact: true }).getByRole("textbox");
    return this.page.getByLabel(name, { exact: true }).or(group).filter({ visible: true });
  }

  async #use(name: string, found: Locator, work: (control: Locator) => Promise<void>): Promise<void> {
    if (!this.#step.names.includes(name))
      throw new Error(`“${this.#step.heading}” in the guide doesn't say “${name}”`);
    this.#used.add(name);
    try {
      await work(found.first());
    } catch (error) {
      const where = `${new URL(this.page.url()).pathname}, “${await this.page.title()}”`;
      const reason = `“${this.#step.heading}” can't be followed: “${name}” on ${where}`;
      throw new Error(reason, { cause: error });
    }
  }
}
