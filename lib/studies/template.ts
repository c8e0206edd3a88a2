import en from "#lib/studies/template-texts/en.json" with { type: "json" };
import zh from "#lib/studies/template-texts/zh-CN.json" with { type: "json" };
import {
  fillTracks,
  isJudging,
  judgingTemplates,
  ratersOf,
  wordsOf,
  type JudgingTemplate,
  type TrackCases,
} from "#lib/studies/template-texts/judging-templates.ts";
import { designSchema, type Design } from "#lib/studies/schema.ts";

export const templateNames = [
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
] as const satisfies readonly (JudgingTemplate | "personaeval" | "controls" | "blank")[];
export type TemplateName = (typeof templateNames)[number];

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

/**
 * The paper's; and fifty cases that speak for the whole benchmark. Of each stratum ten are the least. Right cases are most of a
 * benchmark, and weigh the most. Of each track two are the fewest that tell a spread, more than its part of the fifty.
 */
const samples = {
  personaeval: { quota: { Literary: 45, Drama: 3, Expertise: 2 } },
  controls: {
    quota: { Literary: 16, Drama: 2, Expertise: 2 },
    unsure: { Literary: 6, Drama: 2, Expertise: 2 },
    controls: { Literary: 16, Drama: 2, Expertise: 2 },
  },
};

/** What a new draft holds. The seed is chosen once and kept, so that the same cases are drawn every time. */
export function newDesign(template: TemplateName, seed: number): Design {
  if (template === "blank")
    return designSchema.parse({
      sample: { seed },
      questions: usual,
      words: { ethics: {}, ticks: [] },
      claims: {},
      recruitment: { perAddress },
    });
  if (isJudging(template)) return newJudging(template, seed);
  return designSchema.parse({
    frame: { tracks: ["Literary", "Drama", "Expertise"] },
    sample: { seed, ...samples[template] },
    assignment: { design: "same", people: 20 },
    questions: { ...usual, background: [educationLevel] },
    words: { en, "zh-CN": zh, ethics: {}, ticks: [] },
    claims: { comparator: { by: "unserved_cases" }, margin: 0.05 },
    recruitment: { cohorts: ["Undergraduate", "PhD"], perAddress },
  });
}

function newJudging(template: JudgingTemplate, seed: number): Design {
  const { caseOrder } = judgingTemplates[template];
  const { profiles: _, ...questions } = usual;
  return designSchema.parse({
    sample: { seed },
    assignment: { design: "blocks", ratersPerCase: ratersOf(template), people: 20, caseOrder },
    questions: { ...questions, reason: "optional" },
    words: { en: wordsOf(template, "en"), "zh-CN": wordsOf(template, "zh-CN"), ethics: {}, ticks: [] },
    claims: {},
    recruitment: { perAddress },
  });
}

/** All of a benchmark's cases that the template is about. */
export function fitToCases(design: Design, template: JudgingTemplate, tracks: readonly TrackCases[]): Design {
  const { frame, quota, groups, assignment } = fillTracks(template, tracks);
  if (frame.tracks.length === 0) return design;
  return {
    ...design,
    frame: { ...design.frame, ...frame },
    sample: { ...design.sample, quota, ...(groups && { groups }) },
    assignment: { ...design.assignment, ...assignment },
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
    },
  };
}
