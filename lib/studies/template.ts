import en from "#lib/studies/template-texts/en.json" with { type: "json" };
import zh from "#lib/studies/template-texts/zh-CN.json" with { type: "json" };
import { minForClaim } from "#lib/metrics/claim.ts";
import {
  designSchema,
  usualHaste,
  usualMinAnswered,
  type Design,
  type StudyLanguage,
  type StudyWords,
} from "#lib/studies/schema.ts";
import {
  casesEachOf,
  fillTracks,
  hasRightAnswers,
  hasRoomForChecks,
  isJudging,
  judgingTemplates,
  listFitting,
  ratersOf,
  type JudgingTemplate,
  type TrackCases,
} from "#lib/studies/judging-templates.ts";
import judgingEn from "#lib/studies/template-texts/judging-en.json" with { type: "json" };
import judgingZh from "#lib/studies/template-texts/judging-zh-CN.json" with { type: "json" };

const textsOf = { en: judgingEn, "zh-CN": judgingZh };

function wordsOf(template: JudgingTemplate, language: StudyLanguage): StudyWords {
  const { welcome, consent, about, common, templates, ...texts } = textsOf[language];
  const { title, instructions } = templates[template];
  const isChosen = hasRightAnswers(judgingTemplates[template].kind);
  const debrief = texts.debrief.replace("{about}", about[isChosen ? "chosen" : "judged"]);
  return { title, welcome, consent, debrief, instructions: `${instructions}\n\n${common}` };
}

type DialogueTemplate = "dialogues" | "personaeval" | "controls";

export const templateNames = [
  "dialogues",
  "personaeval",
  "controls",
  "rolethink_gold",
  "rolethink_silver",
  "rolethink_analysis",
  "side_by_side",
  "interview_mcq",
  "interview_similarity",
  "interview_consistency",
  "interview_personality",
  "blank",
] as const satisfies readonly (JudgingTemplate | DialogueTemplate | "blank")[];
export type TemplateName = (typeof templateNames)[number];

/** The kind of cases of the templates that aren't about judging. */
export const dialogueKind = "choice";

/** The kind of cases that a template is about; null where it is about any. */
export const kindOfTemplate = (template: TemplateName) =>
  template === "blank" ? null : isJudging(template) ? judgingTemplates[template].kind : dialogueKind;

/** Whether some of these cases are what the template is about. */
export const fitsTemplate = (
  template: TemplateName,
  cases: readonly Pick<TrackCases, "kind" | "scale">[],
): boolean =>
  isJudging(template)
    ? listFitting(template, cases).length > 0
    : template === "blank" || cases.some(({ kind }) => kind === dialogueKind);

/** Highest school or university level, as the paper's participants were told apart. */
const educationLevel = {
  key: "education",
  kind: "choice",
  label: {
    en: "What is the highest level of education you have completed or are enrolled in?",
    "zh-CN": "您已完成或正在就读的最高学历是什么？",
  },
  options: [
    { value: "secondary", label: { en: "Secondary school or lower", "zh-CN": "高中及以下" } },
    { value: "undergraduate", label: { en: "Bachelor’s degree", "zh-CN": "本科" } },
    { value: "master", label: { en: "Master’s degree", "zh-CN": "硕士" } },
    { value: "doctorate", label: { en: "Doctorate", "zh-CN": "博士" } },
    { value: "other", label: { en: "Other", "zh-CN": "其他" } },
  ],
  need: "required",
} as const;

/** What a study begun today does, and an older plan has to say before it does. */
const usual = {
  preferNotToSay: true,
  breakAfterMinutes: 20,
  showPace: true,
  profiles: "open",
  mayPass: true,
  confidence: { guided: true },
  draftsCount: true,
  reportPassage: true,
  lastComment: true,
};

/** Room for a lab or a lecture behind one address, and none for a script that uses an open link up. */
const perAddress = 30;

/** Easy cases, by which it shows who didn't read. */
const checks = { attention: { count: 2 }, practice: { count: 1 } };
/** Out with both checks failed: one may be an honest mistake. */
const rules = { failedChecks: 1, haste: usualHaste, minAnswered: usualMinAnswered };
/** What is judged may be a sentence. */
const judgingHaste = { ...usualHaste, seconds: 3 };

const blocksOfFour = { design: "blocks", people: 20, ratersPerCase: 4 };
const countOfBlocks = blocksOfFour.people / blocksOfFour.ratersPerCase;

/**
 * In blocks each person's hour is short and there are many different cases: ten and more of each track, and of each stratum where
 * these are to speak for the whole benchmark. Right cases are most of a benchmark, and weigh the most. Then the paper's own.
 */
const samples = {
  dialogues: { sample: { quota: { Literary: 16, Drama: 5, Expertise: 5 } }, assignment: blocksOfFour },
  personaeval: {
    sample: { quota: { Literary: 45, Drama: 3, Expertise: 2 } },
    assignment: { design: "same", people: 20 },
  },
  controls: {
    sample: {
      quota: { Literary: 6, Drama: 2, Expertise: 2 },
      unsure: { Literary: 3, Drama: 1, Expertise: 1 },
      controls: { Literary: 6, Drama: 2, Expertise: 2 },
    },
    assignment: blocksOfFour,
  },
};

/** What a new draft holds. The seed is chosen once and kept, so that the same cases are drawn every time. */
export function newDesign(template: TemplateName, seed: number): Design {
  if (template === "blank")
    return designSchema.parse({
      sample: { seed },
      rules: { minAnswered: usualMinAnswered },
      questions: usual,
      words: { ethics: {}, ticks: [] },
      claims: {},
      recruitment: { perAddress },
    });
  if (isJudging(template)) return newJudging(template, seed);
  const { sample, assignment } = samples[template];
  return designSchema.parse({
    frame: { tracks: ["Literary", "Drama", "Expertise"] },
    sample: { seed, ...sample, ...checks },
    assignment,
    rules,
    questions: { ...usual, background: [educationLevel] },
    words: { en, "zh-CN": zh, ethics: {}, ticks: [] },
    claims: { comparator: { by: "unserved_cases" }, margin: 0.05 },
    recruitment: { cohorts: ["Undergraduate", "PhD"], perAddress },
  });
}

function newJudging(template: JudgingTemplate, seed: number): Design {
  const { caseOrder, kind } = judgingTemplates[template];
  const hasRight = hasRightAnswers(kind);
  const { profiles: _, ...questions } = usual;
  return designSchema.parse({
    sample: { seed, ...(hasRight && checks) },
    rules: { ...rules, haste: judgingHaste, failedChecks: hasRight ? rules.failedChecks : null },
    assignment: { design: "blocks", ratersPerCase: ratersOf(template), people: 20, caseOrder },
    questions: { ...questions, reason: "optional" },
    words: { en: wordsOf(template, "en"), "zh-CN": wordsOf(template, "zh-CN"), ethics: {}, ticks: [] },
    claims: {},
    recruitment: { perAddress },
  });
}

/** Where no case is easy enough, or nobody is to be tested. */
export const withoutChecks = (design: Design): Design => ({
  ...design,
  sample: { ...design.sample, attention: { count: 0, cases: [] }, practice: { count: 0, cases: [] } },
  rules: { ...design.rules, failedChecks: null },
});

/** All of a benchmark's cases that the template is about, at most so many for each person. */
export function fitToCases(
  whole: Design,
  template: JudgingTemplate,
  tracks: readonly TrackCases[],
  casesEach = casesEachOf(template),
): Design {
  const design = hasRoomForChecks(template, tracks) ? whole : withoutChecks(whole);
  const { attention, practice } = design.sample;
  const { frame, sample, assignment } = fillTracks(template, tracks, {
    casesEach,
    checks: attention.count + practice.count,
  });
  if (frame.tracks.length === 0) return design;
  return {
    ...design,
    frame: { ...design.frame, ...frame },
    sample: { ...design.sample, ...sample },
    assignment: { ...design.assignment, ...assignment },
  };
}

const casesOfEach = Object.values(samples.dialogues.sample.quota).reduce((sum, count) => sum + count, 0);
/** Of a track that isn't the largest: in blocks, and where everybody gets the same. */
const ofOthers = { blocks: 5, same: minForClaim.cases };
const maxTracks = { blocks: 4, same: 2 };

/**
 * Tracks of dialogues by how many cases they have: in blocks where half of each stays unasked, by which a comparator can be
 * chosen; the same cases for everybody in a small benchmark. A track that is too small for a figure is left out.
 */
export function fitToSizes(design: Design, tracks: readonly Pick<TrackCases, "track" | "cases">[]): Design {
  const sorted = tracks.toSorted((a, b) => b.cases - a.cases);
  const share = (way: "blocks" | "same", fits: (cases: number, asked: number) => boolean) => {
    const others = sorted.slice(1, maxTracks[way]).filter(({ cases }) => fits(cases, ofOthers[way]));
    const first = casesOfEach - others.length * ofOthers[way];
    const [largest] = sorted;
    if (!largest || !fits(largest.cases, first)) return null;
    return new Map([[largest.track, first], ...others.map(({ track }) => [track, ofOthers[way]] as const)]);
  };
  const inBlocks = share("blocks", (cases, asked) => cases >= 2 * asked * countOfBlocks);
  const aside = checks.attention.count + checks.practice.count;
  const asked = inBlocks ?? share("same", (cases, count) => cases >= count + aside);
  if (!asked)
    return fitToTracks(
      design,
      tracks.map(({ track }) => track),
    );
  return {
    ...design,
    frame: {
      ...design.frame,
      tracks: tracks.flatMap(({ track }) => (asked.has(track) ? [track] : [])),
    },
    sample: { ...design.sample, quota: Object.fromEntries(asked) },
    assignment: inBlocks ? design.assignment : { ...design.assignment, design: "same" },
  };
}

/** Tracks that a benchmark doesn't have leave the design; where none is left, all of the benchmark's come in. */
export function fitToTracks(design: Design, tracks: readonly string[]): Design {
  const { frame, sample } = design;
  const shared = frame.tracks.filter((track) => tracks.includes(track));
  const keep = (perTrack: Design["sample"]["quota"]) =>
    Object.fromEntries(Object.entries(perTrack).filter(([track]) => shared.includes(track)));
  return {
    ...design,
    frame: { ...frame, tracks: shared.length > 0 ? shared : [...tracks] },
    sample: {
      ...sample,
      quota: keep(sample.quota),
      controls: keep(sample.controls),
      ...(sample.unsure && { unsure: keep(sample.unsure) }),
      ...(sample.groups && { groups: keep(sample.groups) }),
      ...(sample.linked && { linked: keep(sample.linked) }),
    },
  };
}
