import en from "#lib/studies/template-texts/judging-en.json" with { type: "json" };
import zh from "#lib/studies/template-texts/judging-zh-CN.json" with { type: "json" };
import type { StudyLanguage, StudyWords } from "#lib/studies/schema.ts";

/** Studies in which people judge what somebody wrote. `isByGroup`: all origins of a scenario are drawn together. */
export const judgingTemplates = {
  rolethink_gold: { kind: "rating", scale: "rolethink-gold", isByGroup: true, caseOrder: "spread" },
  rolethink_silver: { kind: "rating", scale: "rolethink-silver", isByGroup: true, caseOrder: "by_group" },
  rolethink_analysis: { kind: "codes", scale: null, isByGroup: false, caseOrder: "spread" },
  interview_similarity: {
    kind: "rating",
    scale: "interviewsim-similarity",
    isByGroup: false,
    caseOrder: "spread",
  },
  side_by_side: { kind: "pair", scale: null, isByGroup: false, caseOrder: "spread" },
  interview_mcq: { kind: "texts", scale: null, isByGroup: false, caseOrder: "spread" },
  interview_personality: { kind: "traits", scale: null, isByGroup: false, caseOrder: "spread" },
  interview_consistency: { kind: "label", scale: null, isByGroup: false, caseOrder: "spread" },
} as const;
export type JudgingTemplate = keyof typeof judgingTemplates;

export const isJudging = (template: string): template is JudgingTemplate => template in judgingTemplates;

/** Of which one answer is known to be right in every case. */
export const hasRightAnswers = (kind: (typeof judgingTemplates)[JudgingTemplate]["kind"]): boolean =>
  kind === "texts";

/** As many raters as RoleThink had for each thought, and ours for the rest; it had three experts. */
export const ratersOf = (template: JudgingTemplate): number => (template === "rolethink_analysis" ? 3 : 5);
/** Experts read all, in as many stretches as they like. */
export const isUnhurried = (template: JudgingTemplate): boolean => template === "rolethink_analysis";
/** About what one person judges in an hour, where texts are short. */
export const casesEachOf = (template: JudgingTemplate): number => (isUnhurried(template) ? 1000 : 48);

const textsOf = { en, "zh-CN": zh };

export function wordsOf(template: JudgingTemplate, language: StudyLanguage): StudyWords {
  const { welcome, consent, about, common, templates, ...texts } = textsOf[language];
  const { title, instructions } = templates[template];
  const isChosen = hasRightAnswers(judgingTemplates[template].kind);
  const debrief = texts.debrief.replace("{about}", about[isChosen ? "chosen" : "judged"]);
  return { title, welcome, consent, debrief, instructions: `${instructions}\n\n${common}` };
}

/** Of one track: its cases of one kind and scale, and in how many groups they stand. */
export type TrackCases = {
  track: string;
  kind: string;
  scale: string | null;
  cases: number;
  groups: number;
  /** How many its cases have at most. */
  options: number;
  /** By a digest of each, what its cases ask, where they ask questions. */
  questions: readonly string[];
};

/** Of tracks that ask the same questions the one with the most options: nobody is asked a question twice. */
function askOnce(tracks: readonly TrackCases[]): TrackCases[] {
  const asked = new Set<string>();
  const kept = tracks
    .toSorted((a, b) => b.options - a.options)
    .filter(({ questions }) => {
      const isNew = questions.every((one) => !asked.has(one));
      if (isNew) for (const one of questions) asked.add(one);
      return isNew;
    });
  return tracks.filter((one) => kept.includes(one));
}

/** Cases that stay for checks and practice, where few are missed. */
const setAside = (kind: Parameters<typeof hasRightAnswers>[0], cases: number): number =>
  hasRightAnswers(kind) && cases >= 20 ? 3 : 0;

/** What is asked of the tracks that have such cases: all of them, each judged by as many people, in blocks. */
export function fillTracks(
  template: JudgingTemplate,
  tracks: readonly TrackCases[],
  casesEach = casesEachOf(template),
) {
  const { kind, scale, isByGroup } = judgingTemplates[template];
  const raters = ratersOf(template);
  const fitting = askOnce(
    tracks.filter((one) => one.kind === kind && (scale === null || one.scale === scale)),
  );
  const asked = fitting.map(({ track, cases, groups }) => {
    const each = isByGroup && groups > 0 ? Math.max(1, Math.floor(cases / groups)) : 1;
    const units = isByGroup && groups > 0 ? groups : cases - setAside(kind, cases);
    const perPerson = Math.min(units, Math.max(1, Math.floor(casesEach / fitting.length / each)));
    return { track, each, quota: perPerson * each, blocks: Math.floor(units / perPerson) };
  });
  const blocks = Math.max(1, Math.min(...asked.map((one) => one.blocks), 2000));
  const inGroups = asked.filter(({ each }) => each > 1);
  return {
    frame: { tracks: asked.map(({ track }) => track) },
    quota: Object.fromEntries(asked.map(({ track, quota }) => [track, quota])),
    ...(inGroups.length > 0 && {
      groups: Object.fromEntries(inGroups.map(({ track, each }) => [track, each])),
    }),
    assignment: { design: "blocks", ratersPerCase: raters, people: raters * blocks } as const,
  };
}
