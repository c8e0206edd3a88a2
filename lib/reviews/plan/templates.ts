import {
  settingsSchema,
  type ReviewSettings,
  type ReviewWords,
  type TemplateName,
} from "#lib/reviews/plan/schema.ts";
import curatedCases from "#lib/reviews/plan/templates/curated-cases.json" with { type: "json" };
import goldAudit from "#lib/reviews/plan/templates/gold-audit.json" with { type: "json" };
import interviewsim from "#lib/reviews/plan/templates/interviewsim-transcripts.json" with { type: "json" };
import rolethink from "#lib/reviews/plan/templates/rolethink-filtering.json" with { type: "json" };

type Template = { name: ReviewWords; about: ReviewWords; settings: unknown };

const templates: Readonly<Record<TemplateName, Template>> = {
  "interviewsim-transcripts": interviewsim,
  "rolethink-filtering": rolethink,
  "gold-audit": goldAudit,
  "curated-cases": curatedCases,
};

export const describeTemplate = (name: TemplateName): Pick<Template, "name" | "about"> => ({
  name: templates[name].name,
  about: templates[name].about,
});

/** What a new review begins with: all of it may be changed until it opens. */
export const settingsOf = (name: TemplateName): ReviewSettings =>
  settingsSchema.parse(templates[name].settings);

/** Whose items come from the cases of a study, and not from a benchmark by itself. */
export const comesFromStudy = (name: TemplateName): boolean => name === "gold-audit";
