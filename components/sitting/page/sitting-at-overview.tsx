"use client";

import type { ComponentProps } from "react";
import { SittingPage } from "#components/sitting/page/sitting-page.tsx";
import { OverviewView } from "#components/sitting/navigation/overview-view.tsx";

type Props = Omit<ComponentProps<typeof SittingPage>, "first" | "shown" | "Cases" | "Overview">;

/** The cases and their overview, entered where all of them are to be seen. */
export const SittingAtOverview = (props: Props) => (
  <SittingPage {...props} first="overview" shown={null} Overview={OverviewView} />
);
