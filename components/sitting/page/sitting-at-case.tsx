"use client";

import type { ReactNode } from "react";
import { CaseViews } from "#components/sitting/case/case-views.tsx";
import { SittingPage } from "#components/sitting/page/sitting-page.tsx";
import { useSittingPage, type SittingProps } from "#components/sitting/page/use-sitting-page.ts";

/** Entered at a case: it is drawn by the server, and the overview comes later. */
export function SittingAtCase({ menu, ...props }: SittingProps & { menu: ReactNode }) {
  const state = useSittingPage(props);
  const { runtime } = state;
  return (
    <SittingPage
      state={state}
      menu={menu}
      cases={<CaseViews state={state} />}
      overview={runtime && <runtime.parts.OverviewView state={state} />}
    />
  );
}
