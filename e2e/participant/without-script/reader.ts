import { expect, product } from "#e2e/support/http-test.ts";
import { signIn, type Person } from "#e2e/support/people.ts";
import { openBrowser, type Browser, textOf, type Form, type Page } from "#lib/simulation/browser.ts";

type Fields = Readonly<Record<string, string>>;
type Button = { form: Form; name: string; value: string };

const within = (html: string, element: string) =>
  [...html.matchAll(new RegExp(`<${element}\\b([^>]*)>([\\s\\S]*?)</${element}>`, "g"))].map(
    ([whole, attributes = "", inside = ""]) => ({ whole, attributes, text: textOf(inside).trim() }),
  );
const isCalled = (name: string, { attributes, text }: { attributes: string; text: string }) =>
  [text, valueIn(attributes, "aria-label")].includes(name);
const valueIn = (attributes: string, name: string) =>
  textOf(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? "");

/** Somebody without script, who goes by the words on a page: links are followed, and forms sent as they stand. */
export class Reader {
  readonly #browser: Browser;
  #page: Page = { address: "", status: 0, html: "", forms: [], links: [] };

  constructor(browser: Browser = openBrowser(product.url, { language: "en" })) {
    this.#browser = browser;
  }

  static async as(person: Person): Promise<Reader> {
    const reader = new Reader();
    await reader.signIn(person);
    return reader;
  }

  /** Another page of the same browser. */
  newTab(): Reader {
    return new Reader(this.#browser);
  }

  get #cookies() {
    return this.#browser.cookies as Map<string, string>;
  }

  async signIn(person: Person): Promise<void> {
    const { cookie } = await signIn(person);
    this.#cookies.set(cookie.name, cookie.value);
  }

  /** As on another device: nothing is known here. */
  forget(...names: string[]): void {
    for (const name of names.length > 0 ? names : [...this.#cookies.keys()]) this.#cookies.delete(name);
  }

  /** Cookies as they are now, to have them again later. */
  remember(): () => void {
    const known = [...this.#cookies];
    return () => {
      this.forget();
      for (const [name, value] of known) this.#cookies.set(name, value);
    };
  }

  get address(): string {
    return this.#page.address;
  }

  get html(): string {
    return this.#page.html;
  }

  /** All that stands on the page. */
  get words(): string {
    return textOf(this.html);
  }

  get headings(): string[] {
    return within(this.html, "h1").map(({ text }) => text);
  }

  async goto(path: string): Promise<this> {
    this.#page = await this.#browser.open(path);
    return this;
  }

  /** What is answered to who asks for it, whatever that is; the page stays. */
  ask(path: string) {
    return this.#browser.ask("GET", path, { headers: { accept: "text/html" } });
  }

  /** Where links of that name lead. */
  links(name: string): string[] {
    const found = within(this.html, "a").filter(({ text }) => text === name);
    return found.map(({ attributes }) => valueIn(attributes, "href"));
  }

  async follow(name: string): Promise<this> {
    const [href] = this.links(name);
    if (!href) throw new Error(`${this.address} has no link “${name}”: ${this.words}`);
    return this.goto(href);
  }

  #buttons(name: string): Button[] {
    return within(this.html, "form").flatMap(({ whole, attributes: own }, at) => {
      const form = this.#page.forms[at];
      const id = valueIn(own, "id");
      // A button may stand outside of its form, and name it.
      const beside = within(this.html, "button").filter(
        (one) => id && valueIn(one.attributes, "form") === id,
      );
      const buttons = [...within(whole, "button"), ...beside].filter((one) => isCalled(name, one));
      return buttons.flatMap(({ attributes }) =>
        form ? [{ form, name: valueIn(attributes, "name"), value: valueIn(attributes, "value") }] : [],
      );
    });
  }

  hasButton(name: string): boolean {
    return within(this.html, "button").some((one) => isCalled(name, one));
  }

  /** The form's fields as they stand, but for what is given. */
  async press(name: string, fields: Fields = {}): Promise<this> {
    const [button] = this.#buttons(name);
    if (!button) throw new Error(`${this.address} has no button “${name}”: ${this.words}`);
    this.#page = await this.#browser.submit(this.#page, button.form, fields, button);
    return this;
  }

  /** The value of a field as the page has it. */
  field(name: string): string | undefined {
    const fields = this.#page.forms.flatMap((form) => form.fields);
    return fields.find((field) => field.name === name && field.isSent)?.value;
  }

  hasField(name: string, value?: string): boolean {
    const fields = this.#page.forms.flatMap((form) => form.fields);
    return fields.some((field) => field.name === name && (value === undefined || field.value === value));
  }

  /** The first tag that has such an attribute. */
  tag(attribute: string): string {
    return this.html.match(/<[^>]*>/g)?.find((tag) => tag.includes(` ${attribute}`)) ?? "";
  }

  expectHeading(words: string): void {
    expect(this.headings).toEqual([words]);
  }

  expectWords(words: string): void {
    expect(this.words).toContain(words.replace(/\s+/g, " "));
  }

  expectNoWords(words: string): void {
    expect(this.words).not.toContain(words.replace(/\s+/g, " "));
  }

  /** The numbers one keeps after consent, by what stands before them. */
  noted(label: string): string | undefined {
    const list = /<[^>]*data-alone-on-paper[\s\S]*?<\/dl>/.exec(this.html)?.[0] ?? "";
    const names = within(list, "dt").map(({ text }) => text);
    return within(list, "dd")[names.indexOf(label)]?.text;
  }
}
