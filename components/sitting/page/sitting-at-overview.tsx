"use client";

import { OverviewView } from "#components/sitting/navigation/overview-view.tsx";
import { CaseViews } from "#components/sitting/page/later-parts.ts";
import { SittingPage } from "#components/sitting/page/sitting-page.tsx";
import { useSittingPage, type SittingProps } from "#components/sitting/page/use-sitting-page.ts";

/** Entered where all cases are to be seen: the server draws that, and the cases come later. */
export function SittingAtOverview(props: Omit<SittingProps, "first" | "shown">) {
  const state = useSittingPage({ ...props, first: "overview", shown: null });
  return (
    <SittingPage
      state={state}
      cases={state.runtime && <CaseViews state={state} />}
      overview={<OverviewView state={state} />}
    />
  );
}
