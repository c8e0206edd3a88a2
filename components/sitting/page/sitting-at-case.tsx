"use client";

import type { ComponentProps } from "react";
import { SittingPage } from "#components/sitting/page/sitting-page.tsx";
import { CaseViews } from "#components/sitting/case/case-views.tsx";

type Props = Omit<ComponentProps<typeof SittingPage>, "Cases" | "Overview">;

/** The cases and their overview, entered at a case. */
export const SittingAtCase = (props: Props) => <SittingPage {...props} Cases={CaseViews} />;
