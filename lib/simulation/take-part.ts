import type http from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { openBrowser, SimulationError, type Browser } from "#lib/simulation/browser.ts";
import { happens, pick } from "#lib/simulated-people/chance.ts";
import { decide, giveReason, reconsider, type Decision } from "#lib/simulation/decide.ts";
import type { Knowledge } from "#lib/simulated-people/knowing.ts";
import { valueOf, type Form } from "#lib/simulation/page.ts";
import type { SimulatedPerson } from "#lib/simulated-people/person.ts";
import { nameOf } from "#lib/simulation/reading.ts";
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
import type { AnswerValue } from "#lib/sittings/answers/schema.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import type { SentAnswer } from "#lib/sittings/answers/wire.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

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
