import type { ReactNode } from "react";
import type { AnswerStore, Draft } from "#components/sitting/device/answer-store-types.ts";
import type { View } from "#components/sitting/navigation/address.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { listMissing } from "#lib/sittings/answers/completeness.ts";
import { readAnswer } from "#lib/sittings/answers/read-answer.ts";
import type { CaseQuestions } from "#lib/sittings/answers/schema.ts";
import { findFirstOpen, whereNext } from "#lib/sittings/serving/where-next.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import type { Questions } from "#lib/studies/schema.ts";
import { formKindOf } from "#lib/task-kinds/form-registry.ts";
import { stampAnswer } from "#components/sitting/device/outbox-rules.ts";
import { openOutboxState } from "#components/sitting/device/outbox-state.ts";
import type { CaseSupply } from "#components/sitting/navigation/case-supply.ts";
import type { Place } from "#components/sitting/navigation/turning.ts";
import { fetchRuntime, preloadParts } from "#components/sitting/page/later-parts.ts";
import type { Runtime } from "#components/sitting/page/lazy-runtime.ts";
import type { Setting } from "#components/sitting/page/use-sitting-page.ts";

/** A case of a preview. The right answer, as shown, only where the participant is told. */
export type RehearsedCase = ShownCase & { gold: number | null };

export const stages = [
  "welcome",
  "instructions",
  "comprehension",
  "case",
  "overview",
  "finish",
  "debrief",
] as const;
export type Stage = (typeof stages)[number] | "declined" | "ended";

export type RehearsalState = {
  stage: Stage;
  /** The position of the present case. */
  at: number;
  /** Practice was answered, and one is told what is right. */
  isChecked: boolean;
  /** In the place of the server and the device. */
  store: AnswerStore;
  /** The tries at the questions after the instructions: what each got wrong. */
  tries: readonly (readonly string[])[];
  /** Counted up with every page, so that each is a new one: its title takes the focus, its fields start afresh. */
  page: number;
};

export const begin = (page = 0): RehearsalState => ({
  stage: "welcome",
  at: 1,
  isChecked: false,
  store: openMemoryStore(),
  tries: [],
  page,
});

export const turnTo = (
  now: RehearsalState,
  stage: Stage,
  at = now.at,
  isChecked = false,
): RehearsalState => ({
  ...now,
  stage,
  at,
  isChecked,
  page: now.page + 1,
});

/** In the place of a sitting's. */
export const sittingId = "rehearsal";
export const sittingPath = `/sittings/${sittingId}/`;

export const turnToView = (now: RehearsalState, view: View): RehearsalState =>
  view === "overview" ? turnTo(now, view) : turnTo(now, "case", view);

/** Where an address of the sitting leads to. */
export function turnToAddress(now: RehearsalState, address: string): RehearsalState {
  const page = address.slice(sittingPath.length);
  if (page === "declined" || page === "finish") return turnTo(now, page);
  return turnToView(now, page === "overview" ? page : Number(page));
}

/** Within the page of the cases, which turns to them by itself. */
export const noteView = (now: RehearsalState, view: View): RehearsalState =>
  view === "overview" ? { ...now, stage: view } : { ...now, stage: "case", at: view };

type Plan = { cases: readonly RehearsedCase[]; questions: Questions };

/** The cases with what was answered so far, as a server knows them. */
export const listSteps = (
  { cases, questions }: Plan,
  { store }: RehearsalState,
  parts: Readonly<Record<number, ReactNode>> = {},
) =>
  cases.map(({ position, isPractice, kind }) => {
    const asked: CaseQuestions = { ...questions, kind };
    return { position, isPractice, asked, part: parts[position], ...store.known(position) };
  });

/** What follows the instructions: the first case that isn't complete yet. */
export const toCases = (plan: Plan, now: RehearsalState): RehearsalState =>
  turnTo(now, "case", findFirstOpen(listSteps(plan, now)) ?? 1);

type Sent = { form: FormData; shown: RehearsedCase };

/** Takes a practice case as the server does: it always has to be complete before one goes on. */
export function savePractice(
  plan: Plan,
  now: RehearsalState,
  { form, shown }: Sent,
): Result<RehearsalState, "incomplete"> {
  const { position, kind, names, gold } = shown;
  const asked: CaseQuestions = { ...plan.questions, kind };
  const { value, problem } = readAnswer(form, names.length, asked);
  void now.store.put(position, value);
  const wrong = [...listMissing(value, asked), ...(problem ? [problem.says] : [])];
  const go = form.get("go");
  const isLeft = go === "previous" || go === "overview";
  if (problem || (!isLeft && wrong.length > 0))
    return fail("incomplete", Object.fromEntries(wrong.map((part) => [part, part])));
  if (!isLeft && gold !== null && !value.cannotRead) return succeed(turnTo(now, "case", position, true));
  return succeed(turnToView(now, whereNext(plan.cases, position, isLeft ? go : "next")));
}

/** Right ones of all but practice, kind by kind, where it is known what is right; none where nobody is told. */
export function listScores({ cases, questions }: Plan, { store }: RehearsalState) {
  if (!questions.showScore) return [];
  const known = cases.filter(({ isPractice, gold }) => !isPractice && gold !== null);
  return [...Map.groupBy(known, ({ kind }) => kind)].map(([kind, all]) => {
    const answers = all.map(({ position, gold }) => ({ gold, answer: store.known(position).answer }));
    const counted = answers.filter(({ answer }) => !answer?.cannotRead);
    const right = counted.filter(
      ({ answer, gold }) => gold !== null && answer !== null && formKindOf(kind).isRight(answer, gold),
    );
    return { kind, right: right.length, count: counted.length, passed: all.length - counted.length };
  });
}

/** Answers for as long as the page is there. To whoever gives them, each is stored at once. */
function openMemoryStore(): AnswerStore {
  const outbox = openOutboxState([]);
  const drafts = new Map<number, Draft | null>();
  return {
    ...outbox,
    put(position, value, seen) {
      const stamp = { sittingId: "", ...stampAnswer() };
      const { entry } = outbox.add(position, value, stamp, seen);
      const { revision, clientAt } = entry;
      outbox.acknowledge(entry, { revision, current: revision, savedAt: clientAt, newer: null });
      return Promise.resolve();
    },
    draft: (position) => Promise.resolve(drafts.get(position) ?? null),
    setDraft(position, draft) {
      drafts.set(position, draft && { ...draft, upon: outbox.known(position).answer });
    },
    noteChange: () => undefined,
    flush: () => Promise.resolve(outbox.state()),
    refresh: () => Promise.resolve(null),
    discardRefused: () => Promise.resolve(),
    close: () => undefined,
  };
}

type Memory = {
  cases: readonly ShownCase[];
  store: AnswerStore;
  note: Place["note"];
  /** Leads to the pages beside the cases. */
  lead: (address: string | URL) => void;
};

const nothing = () => undefined;
const nobody = () => null;

/** Attends to the cases as on a participant's page, with all of them there from the beginning, and nobody else to watch for. */
export async function openMemoryRuntime(
  { cases, store, note, lead }: Memory,
  setting: Setting,
  signal: AbortSignal,
): Promise<Runtime | null> {
  const [{ attend }, raiseDoubt] = await Promise.all([
    fetchRuntime(),
    preloadParts(setting.questions, setting.cases),
  ]);
  if (signal.aborted) return null;
  const supplied = { cases: new Map(cases.map((one) => [one.position, one])), problem: null };
  const supply: CaseSupply = { state: () => supplied, subscribe: () => nothing, require: nothing };
  const place: Place = { note, name: nothing, follow: () => nothing };
  const location = { assign: lead, replace: lead };
  const learnNews = () => Promise.resolve();
  const runtime = attend({ supply, store, learnNews, place, location, raiseDoubt }, signal);
  return { ...runtime, parts: { ...runtime.parts, SittingWatch: nobody } };
}
