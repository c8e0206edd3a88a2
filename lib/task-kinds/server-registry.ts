import "server-only";
import { choiceServer } from "#lib/task-kinds/choice/server-kind.ts";
import type { ServerKind } from "#lib/task-kinds/kind.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

const kinds: Record<KindName, ServerKind> = { choice: choiceServer };

export const serverKindOf = (name: KindName): ServerKind => kinds[name];
