"use client";

import type { ReactNode } from "react";
import { OverviewView } from "#components/sitting/navigation/overview-view.tsx";
import { SittingPage } from "#components/sitting/page/sitting-page.tsx";
import { useSittingPage, type SittingProps } from "#components/sitting/page/use-sitting-page.ts";

type Props = Omit<SittingProps, "first" | "shown" | "welcome"> & { menu: ReactNode };

/** Entered where all cases are to be seen: the server draws that, and the cases come later. */
export function SittingAtOverview({ menu, ...props }: Props) {
  const state = useSittingPage({ ...props, first: "overview", shown: null, welcome: null });
  const { runtime } = state;
  return (
    <SittingPage
      state={state}
      menu={menu}
      cases={runtime && <runtime.parts.CaseViews state={state} />}
      overview={<OverviewView state={state} />}
    />
  );
}
