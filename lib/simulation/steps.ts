import { randomUUID } from "node:crypto";
import {
  SimulationError,
  type Browser,
  type JsonAnswer,
  hasField,
  textOf,
  valueOf,
  type Form,
  type Page,
} from "#lib/simulation/browser.ts";
import { answerFields, cannotReadChoice } from "#lib/sittings/answers/fields.ts";
import { answerValue, type AnswerValue } from "#lib/sittings/answers/schema.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import { kindNames, kindOf, type KindName } from "#lib/task-kinds/registry.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";
import type {
  AnswerReceipt,
  CasesSent,
  Rejection,
  SentAnswer,
  StateReply,
} from "#lib/sittings/answers/wire.ts";

/** What a case's form asks besides the choice. */
export type FormQuestions = {
  kind: KindName;
  confidence: "slider" | "options" | null;
  reason: boolean;
  knowsWork: boolean;
  flag: boolean;
  mayGoBack: boolean;
};
export type EntryResult = {
  sittingId: string;
  /** Those that count, in order. */
  cases: ShownCase[];
  /** Of the first that is open. */
  asked: FormQuestions;
  /** What was answered before, where one came back. */
  state: StateReply;
};
type EntryOptions = {
  /** What the form with the background questions is filled in with. */
  background?: (form: Form) => Record<string, string>;
  /** How the questions after the instructions are answered. */
  understand?: (form: Form, sittingId: string) => Promise<Record<string, string>>;
  /** How a practice case is answered. */
  practise?: (shown: ShownCase, asked: FormQuestions) => Partial<AnswerValue>;
};

const sittingOf = (address: string) => /^\/sittings\/([\da-f-]{36})(?:\/|\?|$)/.exec(address)?.[1] ?? null;
const maxPages = 15;

/** From the link into the cases, by the pages and forms that lie between; practice included. */
export async function enterSitting(
  browser: Browser,
  link: string,
  entering: EntryOptions = {},
): Promise<EntryResult> {
  const sittingId = await walkIn(browser, link, entering);
  const all = await listCases(browser, sittingId);
  const state = await readState(browser, sittingId);
  for (const shown of all.filter(({ isPractice }) => isPractice)) {
    if (state.answers.some(({ position }) => position === shown.position)) continue;
    await practise(browser, sittingId, shown, entering.practise ?? chooseFirst);
  }
  const cases = all.filter(({ isPractice }) => !isPractice);
  const open =
    cases.find(({ position }) => !state.answers.some((answer) => answer.position === position)) ??
    cases.at(-1);
  if (!open) throw new SimulationError("the sitting has no cases");
  return { sittingId, cases, asked: await questionsAt(browser, sittingId, open), state };
}

/** What the form of a case asks. */
export async function questionsAt(
  browser: Browser,
  sittingId: string,
  { position }: ShownCase,
): Promise<FormQuestions> {
  const page = await browser.open(`/sittings/${sittingId}/${position}`);
  return readAsked(caseForm(page), page);
}

/** To the first case, from page to page as somebody goes who reads and presses what leads on. */
export async function walkIn(browser: Browser, link: string, entering: EntryOptions = {}): Promise<string> {
  let page = await browser.open(link);
  for (let pages = 0; pages < maxPages; pages++) {
    const sittingId = sittingOf(page.address);
    if (sittingId && page.forms.some((form) => hasField(form, "position"))) return sittingId;
    page = await goOn(browser, page, sittingId, entering);
  }
  throw new SimulationError(`no way into the cases from ${page.address}: ${told(page)}`);
}

async function goOn(
  browser: Browser,
  page: Page,
  sittingId: string | null,
  { background = fillFirst, understand = markFirst }: EntryOptions,
): Promise<Page> {
  // Consent, or the press that leads somebody back who comes again by their own link.
  const door = page.address.startsWith("/join/") && page.forms.find((form) => hasField(form, "code"));
  if (door) return browser.submit(page, door, tickAll(door));
  const questions = page.forms.find((form) => hasField(form, "tryNumber"));
  if (questions && sittingId) return browser.submit(page, questions, await understand(questions, sittingId));
  const begin = sittingId ? page.forms.find(leadsIn) : undefined;
  if (begin) {
    const after = await browser.submit(page, begin, background(begin));
    if (after.address === page.address)
      throw new SimulationError(`${page.address} asks again: ${told(after)}`);
    return after;
  }
  const onwards = sittingId
    ? [new RegExp(`^/sittings/${sittingId}/(\\d+|comprehension)`), new RegExp(`^/sittings/${sittingId}`)]
    : [/^\/sittings\/[\da-f-]{36}/];
  const path = page.address.split("?", 1)[0];
  for (const pattern of onwards) {
    const next = page.links.find((href) => pattern.test(href) && href.split("?", 1)[0] !== path);
    if (next) return browser.open(next);
  }
  throw new SimulationError(`${page.address} leads nowhere: ${told(page)}`);
}

/** Agreeing takes every box. */
const tickAll = (form: Form) =>
  Object.fromEntries(
    form.fields.flatMap(({ name, type, value }) => (type === "checkbox" ? [[name, value]] : [])),
  );

/** The form before the cases names the sitting, and neither a case nor a withdrawal. */
const leadsIn = (form: Form) =>
  hasField(form, "sittingId") && !["position", "confirmation", "erase"].some((name) => hasField(form, name));

/** The first real choice of each list, a number or a word in each field. */
function fillFirst(form: Form): Record<string, string> {
  const asked = form.fields.filter(({ type }) => type !== "hidden" && type !== "checkbox");
  return Object.fromEntries(
    asked.map(({ name, choices }) => [name, choices.find((one) => one !== "") ?? "7"]),
  );
}

/** The first option of each question. */
const markFirst = async (form: Form): Promise<Record<string, string>> =>
  Object.fromEntries(
    form.fields
      .filter(({ type }) => type === "radio")
      .reverse()
      .map(({ name, value }) => [name, value]),
  );

function chooseFirst(shown: ShownCase, asked: FormQuestions): Partial<AnswerValue> {
  const { byParts, decision } = serverKindOf(asked.kind).simulate;
  return {
    ...((asked.confidence === "options" && byParts?.certain(shown.names.length)) || decision(0)),
    confidence: asked.confidence === "slider" ? 0.5 : null,
    reason: asked.reason ? "…" : null,
    knowsWork: asked.knowsWork ? false : null,
  };
}

async function practise(
  browser: Browser,
  sittingId: string,
  shown: ShownCase,
  answerOf: NonNullable<EntryOptions["practise"]>,
): Promise<void> {
  const page = await browser.open(`/sittings/${sittingId}/${shown.position}`);
  const form = caseForm(page);
  const asked = readAsked(form, page);
  const given = asFields(asked.kind, answerOf(shown, asked));
  const after = await browser.submit(page, form, given, { name: "go", value: "next" });
  if (after.forms.some((form) => valueOf(form, "position") === String(shown.position)))
    throw new SimulationError(`practice case ${shown.position} was not taken: ${told(after)}`);
}

function caseForm(page: Page): Form {
  const form = page.forms.find((one) => hasField(one, "position"));
  if (!form) throw new SimulationError(`${page.address} shows no case: ${told(page)}`);
  return form;
}

function readAsked(form: Form, page: Page): FormQuestions {
  const has = (name: string) => hasField(form, name);
  const slider = has(answerFields.confidence) ? "slider" : null;
  const kind = kindNames.find((name) => name === form.kind) ?? kindNames[0];
  const { byParts } = serverKindOf(kind).simulate;
  return {
    kind,
    confidence: byParts && has(byParts.field) ? "options" : slider,
    reason: has(answerFields.reason),
    knowsWork: has(answerFields.knowsWork),
    flag: has(answerFields.flag),
    // Where one may go back there is an overview to go to.
    mayGoBack:
      form.buttons.some(({ value }) => value === "overview") ||
      page.links.some((href) => href.endsWith("/overview")),
  };
}

/** An answer in the words of a form. */
function asFields(kind: KindName, given: Partial<AnswerValue>): Record<string, string> {
  const { confidence, reason, knowsWork, isFlagged, cannotRead } = given;
  return {
    ...(cannotRead ? { [kindOf(kind).decidingField]: cannotReadChoice } : {}),
    ...serverKindOf(kind).simulate.fillIn({ ...kindOf(kind).nothing, ...given }),
    ...(confidence == null ? {} : { [answerFields.confidence]: String(Math.round(confidence * 100)) }),
    ...(reason == null ? {} : { [answerFields.reason]: reason }),
    ...(knowsWork == null ? {} : { [answerFields.knowsWork]: knowsWork ? "yes" : "no" }),
    ...(isFlagged ? { [answerFields.flag]: "on" } : {}),
  };
}

export async function listCases(browser: Browser, sittingId: string, after = 0): Promise<ShownCase[]> {
  const most = 50;
  const cases: ShownCase[] = [];
  for (let last = after; ;) {
    const path = `/api/sittings/${sittingId}/cases?after=${last}&count=${most}`;
    const sent = expectFine(path, await browser.getJson<CasesSent | Rejection>(path)) as CasesSent;
    cases.push(...sent.cases);
    last = sent.cases.at(-1)?.position ?? last;
    if (sent.cases.length < most) return cases;
  }
}

export async function readState(browser: Browser, sittingId: string): Promise<StateReply> {
  const path = `/api/sittings/${sittingId}/state`;
  return expectFine(path, await browser.getJson<StateReply | Rejection>(path)) as StateReply;
}

/** An answer as a device makes it. */
export const newAnswer = (position: number, revision: number, value: Partial<AnswerValue>): SentAnswer => ({
  position,
  revision,
  id: randomUUID(),
  value: answerValue.parse(value),
  clientAt: new Date().toISOString(),
});

/** Once, whatever is answered. */
export const sendAnswer = (
  browser: Browser,
  sittingId: string,
  answer: SentAnswer,
): Promise<JsonAnswer<AnswerReceipt | Rejection>> =>
  browser.postJson(`/api/sittings/${sittingId}/answers`, answer);

/** Hands in, and reads from the page what proves it. */
export async function handIn(browser: Browser, sittingId: string): Promise<string> {
  const page = await browser.open(`/sittings/${sittingId}/finish`);
  const form = page.forms.find(leadsIn);
  const after = form ? await browser.submit(page, form) : page;
  const code = /\b[\dA-HJKMNP-TV-Z]{5}-[\dA-HJKMNP-TV-Z]{5}\b/.exec(textOf(after.html))?.[0];
  if (!code) throw new SimulationError(`${after.address} gave no completion code: ${told(after)}`);
  return code;
}

const told = (page: Page) =>
  textOf(/<main[\s\S]*<\/main>/.exec(page.html)?.[0] ?? page.html)
    .slice(0, 400)
    .trim();

function expectFine<T>(path: string, { status, body }: { status: number; body: T }): T {
  if (status === 200) return body;
  throw new SimulationError(`${path} answered ${status}: ${JSON.stringify(body).slice(0, 300)}`);
}
