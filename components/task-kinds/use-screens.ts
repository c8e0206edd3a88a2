import { createContext, use } from "react";
import type { KindScreens } from "#components/task-kinds/kind.ts";

export const ScreensContext = createContext<KindScreens | null>(null);

/** The screens of the kind that the page is about. */
export function useScreens(): KindScreens {
  const screens = use(ScreensContext);
  if (!screens) throw new Error("the page has no kind");
  return screens;
}
