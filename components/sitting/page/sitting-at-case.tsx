"use client";

import type { ReactNode } from "react";
import { CaseViews } from "#components/sitting/case/case-views.tsx";
import { OverviewView } from "#components/sitting/page/later-parts.ts";
import { SittingPage } from "#components/sitting/page/sitting-page.tsx";
import { useSittingPage, type SittingProps } from "#components/sitting/page/use-sitting-page.ts";

/** Entered at a case: it is drawn by the server, and the overview comes later. */
export function SittingAtCase({ menu, ...props }: SittingProps & { menu: ReactNode }) {
  const state = useSittingPage(props);
  return (
    <SittingPage
      state={state}
      menu={menu}
      cases={<CaseViews state={state} />}
      overview={state.runtime && <OverviewView state={state} />}
    />
  );
}
