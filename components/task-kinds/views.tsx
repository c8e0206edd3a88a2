import type { ReactNode } from "react";
import { ChoiceExample } from "#components/task-kinds/choice/example.tsx";
import { ChoiceScreens } from "#components/task-kinds/choice/screens.tsx";
import type { KindViews } from "#components/task-kinds/kind.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

// Imported by pages, which are drawn on the server: a browser then fetches the screens of its page's kind alone.

const kinds: Record<KindName, KindViews> = {
  choice: { Screens: ChoiceScreens, Example: ChoiceExample },
};

export const viewsOf = (kind: KindName): KindViews => kinds[kind];

/** What is inside knows the screens of the kind. */
export function OfKind({ kind, children }: { kind: KindName; children: ReactNode }) {
  const { Screens } = kinds[kind];
  return <Screens>{children}</Screens>;
}
