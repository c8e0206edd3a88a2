import type { PlannedTask } from "#lib/studies/frame/planned-task.ts";
import type { Filter } from "#lib/studies/selectors/schema.ts";
import { stepNames, type Design, type StepName, type StudyState } from "#lib/studies/schema.ts";

export const allSteps = [...stepNames, "check"] as const;
export type BuilderStep = (typeof allSteps)[number];

export type BuilderTrack = { name: string; language: string; cases: number };

/** What the steps of the builder know of the study they build. */
export type BuilderStudy = {
  slug: string;
  title: string;
  state: StudyState;
  /** Counted up by every save; a save names the one it began from. */
  revision: number;
  design: Design;
  benchmark: { slug: string; name: string; filters: readonly Filter[] } | null;
  /** Those of the chosen benchmark. */
  tracks: BuilderTrack[];
  /** Of the frame as it was saved. */
  task: PlannedTask;
};

/** What a step sends: its part of the design; the frame comes with its benchmark. */
export type StepValues = {
  [Step in Exclude<StepName, "frame">]: NonNullable<Design[Step]>;
} & { frame: { benchmark: string | null; frame: Design["frame"] } };
