import { countGroupsOf, type TrackGroups } from "#lib/studies/frame/survey.ts";
import type { Assignment, Sample } from "#lib/studies/schema.ts";
import { questionAttribute } from "#lib/task-kinds/case-kinds.ts";

/**
 * Studies in which people judge what somebody wrote. `by`: what is drawn together: all origins of a scenario, or what they
 * answered to one question.
 */
export const judgingTemplates = {
  rolethink_gold: { kind: "rating", scale: "rolethink-gold", by: "group", caseOrder: "spread" },
  rolethink_silver: { kind: "rating", scale: "rolethink-silver", by: "group", caseOrder: "by_group" },
  rolethink_analysis: { kind: "codes", scale: null, by: null, caseOrder: "spread" },
  interview_similarity: {
    kind: "rating",
    scale: "interviewsim-similarity",
    by: "question",
    caseOrder: "spread",
  },
  side_by_side: { kind: "pair", scale: null, by: null, caseOrder: "spread" },
  interview_mcq: { kind: "texts", scale: null, by: null, caseOrder: "spread" },
  interview_personality: { kind: "traits", scale: null, by: null, caseOrder: "spread" },
  interview_consistency: { kind: "label", scale: null, by: "question", caseOrder: "spread" },
} as const;
export type JudgingTemplate = keyof typeof judgingTemplates;

export const isJudging = (template: string): template is JudgingTemplate => template in judgingTemplates;

type JudgedKind = (typeof judgingTemplates)[JudgingTemplate]["kind"];
/** Of which one answer is known to be right in every case. */
export const hasRightAnswers = (kind: JudgedKind): boolean => kind === "texts";

/** As many raters as RoleThink had for each thought, and ours for the rest; it had three experts. */
export const ratersOf = (template: JudgingTemplate): number => (template === "rolethink_analysis" ? 3 : 5);
/** Experts read all, in as many stretches as they like. */
export const isUnhurried = (template: JudgingTemplate): boolean => template === "rolethink_analysis";
/** About what one person judges in an hour, where texts are short. */
export const casesEachOf = (template: JudgingTemplate): number => (isUnhurried(template) ? 1000 : 48);

/** Of one track: its cases of one kind and scale, and in how many groups they stand. */
export type TrackCases = {
  track: string;
  kind: string;
  scale: string | null;
  cases: number;
  groups: number;
  /** By a digest of each, what its cases ask, where they ask questions: once for each case. */
  questions: readonly string[];
  /** How many questions several origins answered, by how many did; none where the file doesn't say. */
  pairs: TrackGroups["sizes"];
};

type Limits = {
  /** How many cases one person gets at most. */
  casesEach?: number;
  /** How many are drawn for everybody from outside of what is asked. */
  checks?: number;
};
type FilledTracks = {
  frame: { tracks: string[] };
  sample: Pick<Sample, "quota" | "groups" | "pairBy" | "linked" | "oncePerQuestion">;
  assignment: Pick<Assignment, "design" | "ratersPerCase" | "people">;
};

/** The cases that the template is about. */
export function listFitting<T extends Pick<TrackCases, "kind" | "scale">>(
  template: JudgingTemplate,
  cases: readonly T[],
): T[] {
  const { kind, scale } = judgingTemplates[template];
  return cases.filter((one) => one.kind === kind && (scale === null || one.scale === scale));
}

/** What is asked of the tracks that have such cases: all of them, each judged by as many people, in blocks. */
export function fillTracks(
  template: JudgingTemplate,
  tracks: readonly TrackCases[],
  { casesEach = casesEachOf(template), checks = 0 }: Limits = {},
): FilledTracks {
  const { kind } = judgingTemplates[template];
  const raters = ratersOf(template);
  const fitting = listFitting(template, tracks);
  const askings = countAskings(fitting);
  const units = fitting.map((one) => {
    const counted = countUnits(template, one, checks);
    return { ...counted, most: Math.max(1, Math.floor(casesEach / fitting.length / counted.each)) };
  });
  const { blocks, shares } = shareOut(units, { least: askings, mayLink: !hasRightAnswers(kind) });
  const asked = fitting.map(({ track }, at) => ({ track, ...units[at], ...shares[at] }));
  const perTrack = <T>(valueOf: (one: (typeof asked)[number]) => T | undefined) => {
    const values = asked.flatMap((one) => {
      const value = valueOf(one);
      return value === undefined ? [] : [[one.track, value] as const];
    });
    return values.length > 0 ? Object.fromEntries(values) : undefined;
  };
  const groups = perTrack(({ each = 1 }) => (each > 1 ? each : undefined));
  const pairBy = perTrack(({ isPaired }) => (isPaired ? questionAttribute : undefined));
  const linked = perTrack(({ linked: count = 0, each = 1 }) => (count > 0 ? count * each : undefined));
  return {
    frame: { tracks: asked.map(({ track }) => track) },
    sample: {
      quota: perTrack(({ quota = 0, each = 1 }) => quota * each) ?? {},
      ...(groups && { groups }),
      ...(pairBy && { pairBy }),
      ...(linked && { linked }),
      ...(hasRightAnswers(kind) && { oncePerQuestion: true }),
    },
    assignment: { design: "blocks", ratersPerCase: raters, people: raters * blocks },
  };
}

/** How many cases ask one question at most: in so many blocks nobody is asked it twice. */
function countAskings(tracks: readonly TrackCases[]): number {
  const asked = new Map<string, number>();
  for (const question of tracks.flatMap(({ questions }) => questions))
    asked.set(question, (asked.get(question) ?? 0) + 1);
  return [...asked.values()].reduce((most, count) => Math.max(most, count), 1);
}

/** What is drawn together, and how often it is there. */
type Units = { each: number; units: number; isPaired: boolean };

function countUnits(template: JudgingTemplate, track: TrackCases, checks: number): Units {
  const { by } = judgingTemplates[template];
  const { cases, groups, pairs } = track;
  if (by === "group" && groups > 0)
    return { each: Math.max(1, Math.floor(cases / groups)), units: groups, isPaired: false };
  // Of pairs of two and of three those that leave the fewest cases out.
  const [best] =
    by === "question"
      ? pairs
          .filter((size) => size.cases > 1)
          .map(({ cases: each }) => ({ each, units: countGroupsOf({ sizes: pairs }, each), isPaired: true }))
          .sort((a, b) => b.each * b.units - a.each * a.units || b.each - a.each)
      : [];
  return best ?? { each: 1, units: cases - checks, isPaired: false };
}

/** Of fewer cases, those that checks and practice take would be missed. */
const minWithChecks = 20;

/** Whether all tracks that the template is about have cases to spare. */
export const hasRoomForChecks = (template: JudgingTemplate, tracks: readonly TrackCases[]): boolean =>
  listFitting(template, tracks).every(({ cases }) => cases >= minWithChecks);

type Share = { quota: number; linked: number };
type ShareUnits = Pick<Units, "units"> & { most: number };
type ShareRules = { least: number; mayLink: boolean };

/** So many more blocks than the fewest, at most, for every case to be asked. */
const maxMore = 1.25;
const maxBlocks = 2000;

/** Blocks of one size, as few as take every unit; what would be left over goes to everybody, with about a tenth of the rest. */
function shareOut(
  tracks: readonly ShareUnits[],
  { least, mayLink }: ShareRules,
): { blocks: number; shares: readonly Share[] } {
  const fewest = Math.max(least, ...tracks.map(({ units, most }) => Math.ceil(units / most)));
  for (let blocks = fewest; blocks <= Math.min(maxBlocks, fewest * maxMore + 2); blocks++) {
    const shares = tracks.flatMap((one) => divide(one, blocks, mayLink) ?? []);
    if (shares.length === tracks.length) return { blocks, shares };
  }
  const quotas = tracks.map(({ units, most }) => Math.max(1, Math.min(Math.floor(units / least), most)));
  const blocks = Math.min(maxBlocks, ...tracks.map(({ units }, at) => Math.floor(units / (quotas[at] ?? 1))));
  return { blocks: Math.max(1, blocks), shares: quotas.map((quota) => ({ quota, linked: 0 })) };
}

const usualLink = 0.1;
const maxLink = 0.25;

/** Null where no such block takes all. */
function divide({ units, most }: ShareUnits, blocks: number, mayLink: boolean): Share | null {
  if (blocks === 1) return units > 0 && units <= most ? { quota: units, linked: 0 } : null;
  let best: Share | null = null;
  for (let own = Math.floor(units / blocks); own > 0; own--) {
    const linked = units - own * blocks;
    const quota = own + linked;
    if (quota > most || (linked > 0 && !mayLink)) break;
    const isLinked = !mayLink || linked > 0 || Math.round(usualLink * quota) === 0;
    if (isLinked && linked <= maxLink * quota && (!best || isNearer(linked / quota, best)))
      best = { quota, linked };
  }
  return best;
}

const isNearer = (share: number, { quota, linked }: Share): boolean =>
  Math.abs(share - usualLink) < Math.abs(linked / quota - usualLink);
