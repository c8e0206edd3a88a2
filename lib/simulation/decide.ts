import { between, happens, pick } from "#lib/simulated-people/chance.ts";
import { feelSure, rightIn, type Knowledge } from "#lib/simulated-people/knowing.ts";
import type { SimulatedPerson } from "#lib/simulated-people/person.ts";
import { nameOf, timeFor } from "#lib/simulation/reading.ts";
import reasons from "#lib/simulation/reasons.json" with { type: "json" };
import type { FormQuestions } from "#lib/simulation/steps.ts";
import { answerValue, type AnswerValue } from "#lib/sittings/answers/schema.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import type { OwnValue } from "#lib/task-kinds/kind.ts";
import { kindOf, type KindName } from "#lib/task-kinds/registry.ts";
import { showingOf } from "#lib/task-kinds/simulation.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

/** One case as it was lived through: what was answered first, and what it came to. The last one counts. */
export type Decision = { values: AnswerValue[] };

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

export const giveReason = ({ seed }: SimulatedPerson, shown: ShownCase, kind: KindName): string =>
  pick(shown.language.startsWith("zh") ? reasons.zh : reasons.en, seed, "which reason", nameOf(shown, kind));
