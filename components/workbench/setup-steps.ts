import {
  benchmarksPath,
  importPath,
  invitationsPath,
  newStudyPath,
  resultsPath,
  studiesPath,
} from "#lib/paths.ts";
import { isRunning, type StudyState } from "#lib/studies/schema.ts";

type Benchmark = { slug: string; isDemo: boolean; cases: number; runs: number };
type Study = {
  slug: string;
  isDemo: boolean;
  state: StudyState;
  sittings: { submitted: number };
  simulated: { submitted: number };
};
export type OwnWork = {
  benchmarks: readonly Benchmark[];
  studies: readonly Study[];
  hasInvited: boolean;
};

export type SetupStep = {
  name: "cases" | "runs" | "study" | "people" | "results";
  isDone: boolean;
  /** Where it is done, or was. */
  href: string;
};

/** From nothing to figures, each step as it really stands; the demo's things are nobody's own. */
export function stepsOf({ benchmarks, studies, hasInvited }: OwnWork): SetupStep[] {
  const own = benchmarks.filter(({ isDemo }) => !isDemo);
  const ownStudies = studies.filter(({ isDemo }) => !isDemo);
  const withCases = own.find(({ cases }) => cases > 0);
  const toImport = own[0] ? importPath(own[0].slug) : benchmarksPath;
  const running = ownStudies.find(({ state }) => isRunning(state));
  const answered = ownStudies.find(({ sittings, simulated }) => sittings.submitted + simulated.submitted > 0);
  return [
    { name: "cases", isDone: withCases !== undefined, href: toImport },
    {
      name: "runs",
      isDone: own.some(({ runs }) => runs > 0),
      href: withCases ? importPath(withCases.slug) : toImport,
    },
    { name: "study", isDone: ownStudies.length > 0, href: newStudyPath },
    { name: "people", isDone: hasInvited, href: running ? invitationsPath(running.slug) : studiesPath },
    {
      name: "results",
      isDone: answered !== undefined,
      href: answered ? resultsPath(answered.slug) : studiesPath,
    },
  ];
}
