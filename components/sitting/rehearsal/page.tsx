import type { ComponentType } from "react";
import { RehearsalCase } from "#components/sitting/rehearsal/case.tsx";
import { RehearsalDeclined, RehearsalWelcome } from "#components/sitting/rehearsal/entry.tsx";
import { RehearsalDebrief } from "#components/sitting/rehearsal/finish.tsx";
import { RehearsalIntroduction } from "#components/sitting/rehearsal/introduction.tsx";
import { RehearsalOverview } from "#components/sitting/rehearsal/overview.tsx";
import type { RehearsalPlan, RehearsalText } from "#components/sitting/rehearsal/rehearsal.tsx";
import type { Rehearsed, Stage } from "#components/sitting/rehearsal/state.ts";

export type PageProps = {
  plan: RehearsalPlan;
  text: RehearsalText;
  now: Rehearsed;
  onChange: (next: Rehearsed) => void;
  toWords: string | null;
};

const pages: Record<Stage, ComponentType<PageProps>> = {
  welcome: RehearsalWelcome,
  declined: RehearsalDeclined,
  instructions: RehearsalIntroduction,
  comprehension: RehearsalIntroduction,
  ended: RehearsalIntroduction,
  case: RehearsalCase,
  feedback: RehearsalCase,
  overview: RehearsalOverview,
  debrief: RehearsalDebrief,
};

/** What the participant sees at this point of the way. */
export function RehearsalPage(props: PageProps) {
  const Page = pages[props.now.stage];
  return <Page {...props} />;
}
