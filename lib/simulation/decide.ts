import { orderBySeed } from "#lib/seeds/seeded-order.ts";
import { between, draw, happens, normal, pick } from "#lib/simulation/chance.ts";
import type { SimulatedPerson } from "#lib/simulation/person.ts";
import { nameOf, timeFor } from "#lib/simulation/reading.ts";
import reasons from "#lib/simulation/reasons.json" with { type: "json" };
import { wholePercents, type Asked } from "#lib/simulation/steps.ts";
import { answerValue, type AnswerValue } from "#lib/sittings/schema.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";

/** What only the server can tell: which option, by its place for this person, is right; and where a case is a check. */
export type Right = {
  option: number;
  isCheck: boolean;
  /** In another language than theirs, in a study that lets them say they can't read it. */
  mayPass?: true;
};
/** One case as it was lived through: what was answered first, and what it came to. The last one counts. */
export type Decision = { values: AnswerValue[] };

const caseSpread = 0.9;
const tempted = 0.6;

/** The same person decides the same on the same case, wherever it comes in the sitting. */
export function decide(person: SimulatedPerson, shown: ShownCase, asked: Asked, right?: Right): Decision {
  const { seed, habit, care } = person;
  const name = nameOf(shown);
  const time = timeFor(person, shown, name);
  // Who doesn't read a language reads none of its cases.
  if (right?.mayPass && happens(honesty[habit], seed, "can't read", shown.language))
    return { values: [answerValue.parse({ cannotRead: true, ...time })] };
  const choice = choose(person, shown, name, right);
  const extras = {
    ...sureness(person, shown, name, choice, asked, right),
    reason:
      asked.reason && (!asked.mayGoBack || happens(reasonChance[habit] + care / 4, seed, "reason", name))
        ? giveReason(person, shown)
        : null,
    knowsWork: asked.knowsWork ? happens(0.08, seed, "knows", name) : null,
    isFlagged: asked.flag && happens(care * 0.12, seed, "flag", name),
  };
  const last = answerValue.parse({ choice, ...extras, ...time });
  if (!asked.mayGoBack) return { values: [last] };
  const hasExtras =
    asked.confidence !== null || asked.knowsWork || extras.reason !== null || extras.isFlagged;
  const wavers = happens(care * 0.15, seed, "wavers", name);
  const before = answerValue.parse({ ...time, activeMs: time.firstAnswerMs });
  const others = shown.names.map((_, option) => option).filter((option) => option !== choice);
  return {
    values: [
      ...(wavers && others.length > 0 ? [{ ...before, choice: pick(others, seed, "wavers to", name) }] : []),
      ...(hasExtras
        ? [{ ...before, choice, activeMs: Math.round((time.firstAnswerMs + time.activeMs) / 2) }]
        : []),
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
  before: AnswerValue,
  right?: Right,
): AnswerValue | null {
  const name = nameOf(shown);
  if (!before.isFlagged || !happens(person.care, person.seed, "looks again", name)) return null;
  const changes = happens(0.4, person.seed, "changes", name);
  const second =
    right && happens(person.skill, person.seed, "second thought", name) ? right.option : before.choice;
  const more = Math.round(between(2000, 9000, person.seed, "second look", name));
  return {
    ...before,
    choice: changes ? second : before.choice,
    isFlagged: false,
    activeMs: before.activeMs + more,
  };
}

function choose(person: SimulatedPerson, shown: ShownCase, name: string, right: Right | undefined): number {
  const { seed, habit, world } = person;
  const last = shown.names.length - 1;
  if (habit === "straight_lining") return Math.min(Math.floor(draw(seed, "favourite") * 4), last);
  if (habit === "position_bias" && happens(0.25, seed, "first of all", name)) return 0;
  const options = shown.names.map((_, option) => option);
  if (!right) return pick(options, seed, "choice", name);
  if (happens(chanceToBeRight(person, name, right), seed, "finds it", name)) return right.option;
  // The same wrong answer tempts everybody, as it does people; its name tells which, its place differs.
  const wrong = orderBySeed(
    options.filter((option) => option !== right.option),
    world,
    (option) => `${name}\n${shown.names[option]}`,
  );
  const [temptation = 0] = wrong;
  return happens(tempted, seed, "tempted", name)
    ? temptation
    : pick(wrong.length > 0 ? wrong : [0], seed, "wrong", name);
}

/** Cases differ for everybody alike; a check is plain to whoever reads it. */
function chanceToBeRight({ skill, world, habit }: SimulatedPerson, name: string, right: Right): number {
  if (right.isCheck) return habit === "attentive" ? 0.99 : Math.min(0.95, skill + 0.2);
  const logit = Math.log(skill / (1 - skill)) + caseSpread * normal(world, "hardness", name);
  return 1 / (1 + Math.exp(-logit));
}

type Sureness = Pick<AnswerValue, "confidence" | "probabilities">;

/** The careful are about as sure as they are right; the hasty surer than that. */
function sureness(
  person: SimulatedPerson,
  shown: ShownCase,
  name: string,
  choice: number,
  asked: Asked,
  right: Right | undefined,
): Sureness {
  const { seed, habit } = person;
  const share = (least: number, most: number) => between(least, most, seed, "sureness", name);
  const felt = {
    attentive: () => (right && right.option !== choice ? share(0.4, 0.8) : share(0.7, 1)),
    position_bias: () => share(0.5, 0.9),
    hasty: () => share(0.75, 1),
    straight_lining: () => 0.5,
  }[habit]();
  const sure = Math.round(felt * 100) / 100;
  if (asked.confidence === "slider") return { confidence: sure, probabilities: [] };
  if (asked.confidence === null) return { confidence: null, probabilities: [] };
  const weights = shown.names.map((one) => 0.1 + draw(seed, "weight", name, one));
  const others = weights.reduce((sum, weight, option) => (option === choice ? sum : sum + weight), 0);
  const shares = weights.map((weight, option) => (option === choice ? sure : ((1 - sure) * weight) / others));
  return { confidence: null, probabilities: wholePercents(shares).map((percent) => percent / 100) };
}

export const giveReason = ({ seed }: SimulatedPerson, shown: ShownCase): string =>
  pick(shown.language.startsWith("zh") ? reasons.zh : reasons.en, seed, "which reason", nameOf(shown));
