import type http from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { openBrowser, SimulationError, type Browser, valueOf, type Form } from "#lib/simulation/browser.ts";
import { happens, pick, between, logNormal } from "#lib/simulated-people/chance.ts";
import { type Knowledge, type SimulatedPerson, feelSure, rightIn } from "#lib/simulated-people/person.ts";
import {
  questionsAt,
  enterSitting,
  handIn,
  newAnswer,
  readState,
  sendAnswer,
  type FormQuestions,
  type EntryResult,
} from "#lib/simulation/steps.ts";
import { preferNotToSay } from "#lib/studies/schema.ts";
import { type AnswerValue, answerValue } from "#lib/sittings/answers/schema.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import type { SentAnswer } from "#lib/sittings/answers/wire.ts";
import { type KindName, kindOf } from "#lib/task-kinds/registry.ts";
import reasons from "#lib/simulation/reasons.json" with { type: "json" };
import type { OwnValue } from "#lib/task-kinds/kind.ts";
import { showingOf } from "#lib/task-kinds/simulation.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";
import { hash } from "node:crypto";

const wordsPerMinute = 230;
const signsPerMinute = 380;
const decidingMs = 3500;

const names = new WeakMap<ShownCase, string>();

/** The same for the same case, in whatever order of options it was shown. */
function nameOf(shown: ShownCase, kind: KindName): string {
  const known = names.get(shown);
  if (known !== undefined) return known;
  const { passage } = serverKindOf(kind).listWords(shown.content);
  const name = hash("sha256", [...shown.names].sort().join("\n") + passage).slice(0, 16);
  names.set(shown, name);
  return name;
}

/** How long somebody with all the time in the world would take at a usual pace. */
function readingMs({ content, names, language }: ShownCase, kind: KindName): number {
  const { passage, beside } = serverKindOf(kind).listWords(content);
  const text = [passage, ...names, ...beside].join(" ");
  const length = language.startsWith("zh")
    ? text.replace(/[\s\p{P}]/gu, "").length / signsPerMinute
    : (text.match(/\S+/g)?.length ?? 0) / wordsPerMinute;
  return decidingMs + length * 60_000;
}

type Timing = { activeMs: number; firstAnswerMs: number; focusLosses: number };

/** Made up, like everything such a person does: nobody sat there that long. */
function timeFor(person: SimulatedPerson, shown: ShownCase, kind: KindName, showing: string): Timing {
  const { seed, habit, speed, care } = person;
  const draws = (median: number, spread: number, what: string) =>
    Math.round(logNormal(median, spread, seed, what, showing));
  const isQuick = habit === "hasty" || habit === "straight_lining";
  const firstAnswerMs = isQuick
    ? Math.min(4000, Math.max(900, draws(habit === "hasty" ? 2300 : 1300, 0.35, "time")))
    : Math.max(2500, draws(readingMs(shown, kind) / speed, 0.35, "time"));
  const after = isQuick ? draws(400, 0.4, "after") : draws(1500 + 3000 * care, 0.5, "after");
  const losses = logNormal(isQuick ? 0.5 : 0.2, 1.1, seed, "focus", showing);
  return { activeMs: firstAnswerMs + after, firstAnswerMs, focusLosses: Math.floor(losses) };
}

/** One case as it was lived through: what was answered first, and what it came to. The last one counts. */
type Decision = { values: AnswerValue[] };

/** The same person decides the same on the same case, wherever it comes in the sitting; not so when it comes again. */
export function decide(
  person: SimulatedPerson,
  shown: ShownCase,
  asked: FormQuestions,
  known?: Knowledge,
  isAgain = false,
): Decision {
  const { seed, habit, care } = person;
  const name = nameOf(shown, asked.kind);
  const showing = showingOf({ name, isAgain });
  const time = timeFor(person, shown, asked.kind, showing);
  // Who doesn't read a language reads none of its cases.
  if (known?.mayPass && happens(honesty[habit], seed, "can't read", shown.language))
    return { values: [answerValue.parse({ ...kindOf(asked.kind).nothing, cannotRead: true, ...time })] };
  const { simulate, category } = serverKindOf(asked.kind);
  const right = rightIn(known);
  const { names: optionNames, position } = shown;
  const on = {
    name,
    optionNames,
    position,
    isAgain,
    right,
    ...(known?.origins && { origins: known.origins }),
    ...(known?.intended !== undefined && { intended: known.intended }),
  };
  const decided = simulate.decide(person, on);
  const sure = feelSure(person, showing, right !== undefined && category(decided) !== right.option);
  const extras = {
    confidence: asked.confidence === "slider" ? sure : null,
    reason:
      asked.reason && (!asked.mayGoBack || happens(reasonChance[habit] + care / 4, seed, "reason", showing))
        ? giveReason(person, shown, asked.kind)
        : null,
    knowsWork: asked.knowsWork ? happens(0.08, seed, "knows", name) : null,
    isFlagged: asked.flag && happens(care * 0.12, seed, "flag", showing),
  };
  const isByParts = asked.confidence === "options";
  const value = (isByParts && simulate.byParts?.shareOut(person, on, decided, sure)) || decided;
  const last = answerValue.parse({ ...value, ...extras, ...time });
  if (!asked.mayGoBack) return { values: [last] };
  const hasExtras =
    asked.confidence !== null || asked.knowsWork || extras.reason !== null || extras.isFlagged;
  const other = happens(care * 0.15, seed, "wavers", showing) ? simulate.waver(person, on, decided) : null;
  const before = (own: OwnValue, activeMs: number) => answerValue.parse({ ...own, ...time, activeMs });
  const halfway = Math.round((time.firstAnswerMs + time.activeMs) / 2);
  return {
    values: [
      ...(other ? [before(other, time.firstAnswerMs)] : []),
      ...(hasExtras ? [before(decided, halfway)] : []),
      last,
    ],
  };
}

const honesty = { attentive: 0.5, hasty: 0.2, straight_lining: 0, position_bias: 0.3 } as const;
const reasonChance = { attentive: 0.6, hasty: 0.05, straight_lining: 0, position_bias: 0.3 } as const;

/** Looked at again at the end, where one may go back: those that were marked, now and then otherwise than before. */
export function reconsider(
  person: SimulatedPerson,
  shown: ShownCase,
  asked: FormQuestions,
  before: AnswerValue,
  known?: Knowledge,
): AnswerValue | null {
  const name = nameOf(shown, asked.kind);
  if (!before.isFlagged || !happens(person.care, person.seed, "looks again", name)) return null;
  const right = rightIn(known);
  const finds = right && happens(person.skill, person.seed, "second thought", name) ? right : null;
  const changes = happens(0.4, person.seed, "changes", name);
  const more = Math.round(between(2000, 9000, person.seed, "second look", name));
  return {
    ...(changes && finds
      ? { ...before, ...serverKindOf(asked.kind).simulate.decision(finds.option) }
      : before),
    isFlagged: false,
    activeMs: before.activeMs + more,
  };
}

const giveReason = ({ seed }: SimulatedPerson, shown: ShownCase, kind: KindName): string =>
  pick(shown.language.startsWith("zh") ? reasons.zh : reasons.en, seed, "which reason", nameOf(shown, kind));

/** By the position of the case. */
type KnownCases = ReadonlyMap<number, Knowledge>;
export type ParticipationOptions = {
  /** The address that browsers know the product by. */
  baseUrl: string;
  /** Where it is reached, where that is another one. */
  via?: string;
  /** The path of a link to join. */
  link: string;
  /** Without it nobody can tell what is right, and choices are made at random. */
  knows?: (sittingId: string) => Promise<KnownCases>;
  /** By the key of the question after the instructions, which option is right. */
  understands?: (sittingId: string) => Promise<Readonly<Record<string, string>>>;
  pace: "at_once" | { everyMs: number };
  signal?: AbortSignal;
  agent?: http.Agent;
  /** Called after every answer that the server has acknowledged. */
  onSaved?: (answer: SentAnswer, ms: number) => void;
};
export type ParticipationResult = {
  sittingId: string;
  answers: number;
  /** Null where the person left in the middle. */
  completionCode: string | null;
};

/** One person's whole way through the product. By a link of their own they go on where they had stopped. */
export async function takePart(
  person: SimulatedPerson,
  taking: ParticipationOptions,
): Promise<ParticipationResult> {
  const { baseUrl, via, link, signal, agent } = taking;
  const browser = openBrowser(baseUrl, { language: person.language, via, signal, agent });
  const entered = await enterSitting(browser, link, {
    background: (form) => fillIn(person, form),
    understand: async (form, sittingId) =>
      markRight(person, form, (await taking.understands?.(sittingId)) ?? {}),
    practise: (shown, asked) => decide(person, shown, { ...asked, mayGoBack: false }).values.at(-1) ?? {},
  });
  const sitting = new SimulatedSitting(person, browser, entered, taking);
  await sitting.prepare();
  return sitting.goThrough();
}

function fillIn({ seed }: SimulatedPerson, form: Form): Record<string, string> {
  const asked = form.fields.filter(
    ({ name, type }) => type !== "hidden" && type !== "checkbox" && !hasHidden(form, name),
  );
  return Object.fromEntries(
    asked.map(({ name, choices }) => {
      const real = choices.filter((choice) => choice !== "" && choice !== preferNotToSay);
      const numbers = Array.from({ length: 40 }, (_, i) => String(20 + i));
      return [name, pick(real.length > 0 ? real : numbers, seed, "background", name)];
    }),
  );
}

/** Who takes care is right at once; at the second try everybody has read what they were asked about. */
function markRight(
  { seed, care }: SimulatedPerson,
  form: Form,
  rights: Readonly<Record<string, string>>,
): Record<string, string> {
  const options = Map.groupBy(
    form.fields.filter(({ type }) => type === "radio"),
    ({ name }) => name,
  );
  const isSecond = valueOf(form, "tryNumber") === "2";
  return Object.fromEntries(
    [...options].map(([name, choices]) => {
      const right = choices.find(({ value }) => value === rights[name]);
      const knows = isSecond || happens(0.5 + care / 2, seed, "comprehension", name);
      return [name, right && knows ? right.value : pick(choices, seed, "comprehension", name, "guess").value];
    }),
  );
}

const hasHidden = (form: Form, name: string) =>
  form.fields.some((field) => field.name === name && field.type === "hidden");

class SimulatedSitting {
  readonly #person: SimulatedPerson;
  readonly #browser: Browser;
  readonly #entered: EntryResult;
  readonly #taking: ParticipationOptions;
  readonly #known: Map<number, { revision: number; answer: AnswerValue }>;
  readonly #asked: Map<KindName, FormQuestions>;
  #rights: KnownCases = new Map();
  /** Positions of cases that came before. */
  readonly #again: ReadonlySet<number>;
  #answers = 0;

  constructor(person: SimulatedPerson, browser: Browser, entered: EntryResult, taking: ParticipationOptions) {
    this.#person = person;
    this.#browser = browser;
    this.#entered = entered;
    this.#taking = taking;
    this.#asked = new Map([[entered.asked.kind, entered.asked]]);
    this.#again = listAgain(entered.cases);
    this.#known = new Map(entered.state.answers.map((answer) => [answer.position, answer]));
  }

  async prepare(): Promise<void> {
    if (this.#taking.knows) this.#rights = await this.#taking.knows(this.#entered.sittingId);
  }

  async goThrough(): Promise<ParticipationResult> {
    const { cases, sittingId, asked } = this.#entered;
    const { leavesAfter } = this.#person;
    const last = leavesAfter === null ? cases.length : Math.max(1, Math.floor(cases.length * leavesAfter));
    for (const shown of cases.slice(0, last)) await this.#answer(shown);
    if (leavesAfter !== null) return { sittingId, answers: this.#answers, completionCode: null };
    if (asked.mayGoBack) for (const shown of cases) await this.#lookAgain(shown);
    return { sittingId, answers: this.#answers, completionCode: await this.#handIn() };
  }

  /** Another kind is asked otherwise: whoever comes to the first of it looks what is asked. */
  async #askedOf(shown: ShownCase): Promise<FormQuestions> {
    const known = this.#asked.get(shown.kind);
    if (known) return known;
    const asked = await questionsAt(this.#browser, this.#entered.sittingId, shown);
    this.#asked.set(shown.kind, asked);
    return asked;
  }

  #decide(shown: ShownCase, asked: FormQuestions): Decision {
    const { position } = shown;
    return decide(this.#person, shown, asked, this.#rights.get(position), this.#again.has(position));
  }

  async #answer(shown: ShownCase): Promise<void> {
    const asked = await this.#askedOf(shown);
    const { values } = this.#decide(shown, asked);
    const before = this.#known.get(shown.position)?.revision ?? 0;
    for (const [index, value] of values.entries())
      if (index + 1 > before) await this.#save(shown.position, index + 1, value);
  }

  async #lookAgain(shown: ShownCase): Promise<void> {
    const asked = await this.#askedOf(shown);
    const known = this.#known.get(shown.position);
    const right = this.#rights.get(shown.position);
    const { values } = this.#decide(shown, asked);
    if (known?.revision !== values.length) return;
    const again = reconsider(this.#person, shown, asked, known.answer, right);
    if (again) await this.#save(shown.position, known.revision + 1, again);
  }

  /** Whoever left reasons out that are required is told so at the end, and gives them. */
  async #handIn(): Promise<string> {
    const { sittingId, cases, asked } = this.#entered;
    try {
      return await handIn(this.#browser, sittingId);
    } catch (error) {
      const { state } = await readState(this.#browser, sittingId);
      const without = cases.filter(({ position }) => !this.#known.get(position)?.answer.reason?.trim());
      if (!(error instanceof SimulationError) || state !== "started" || !asked.reason || without.length === 0)
        throw error;
      for (const shown of without) {
        const known = this.#known.get(shown.position);
        if (!known) throw error;
        const reason = giveReason(this.#person, shown, shown.kind);
        await this.#save(shown.position, known.revision + 1, { ...known.answer, reason });
      }
      return handIn(this.#browser, sittingId);
    }
  }

  async #save(position: number, revision: number, value: AnswerValue): Promise<void> {
    const { pace, signal, onSaved } = this.#taking;
    if (pace !== "at_once") await delay(pace.everyMs, undefined, { signal });
    signal?.throwIfAborted();
    const answer = newAnswer(position, revision, value);
    const ms = await keepSending(this.#browser, this.#entered.sittingId, answer, signal);
    this.#known.set(position, { revision, answer: answer.value });
    this.#answers += 1;
    onSaved?.(answer, ms);
  }
}

function listAgain(cases: readonly ShownCase[]): Set<number> {
  const seen = new Set<string>();
  return new Set(
    cases.flatMap((shown) => {
      const name = `${shown.kind} ${nameOf(shown, shown.kind)}`;
      if (seen.has(name)) return [shown.position];
      seen.add(name);
      return [];
    }),
  );
}

// As long as a restart of the product may take, with room.
const patienceMs = [100, 250, 500, 1000, 2000, 4000, 8000, 15_000];

/** The same answer again and again, as a device does while the server isn't reached. */
async function keepSending(
  browser: Browser,
  sittingId: string,
  answer: SentAnswer,
  signal: AbortSignal | undefined,
): Promise<number> {
  for (let tries = 0; ; tries++) {
    const wait = patienceMs[tries];
    try {
      const { status, body, ms } = await sendAnswer(browser, sittingId, answer);
      if (status === 200) return ms;
      if (status < 500 || wait === undefined)
        throw new SimulationError(`answer ${answer.position} was refused: ${status} ${JSON.stringify(body)}`);
    } catch (error) {
      if (error instanceof SimulationError || signal?.aborted || wait === undefined) throw error;
    }
    await delay(wait, undefined, { signal });
  }
}
