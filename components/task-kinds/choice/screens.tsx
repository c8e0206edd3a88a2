"use client";

import type { ReactNode } from "react";
import { ChoiceCase } from "#components/task-kinds/choice/case.tsx";
import type { KindScreens } from "#components/task-kinds/kind.ts";
import { ScreensContext } from "#components/task-kinds/use-screens.ts";

const screens: KindScreens = { Case: ChoiceCase };

export const ChoiceScreens = ({ children }: { children: ReactNode }) => (
  <ScreensContext value={screens}>{children}</ScreensContext>
);
