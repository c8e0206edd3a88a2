import type { FormKind } from "#lib/task-kinds/kind.ts";
import { codesForm, labelForm } from "#lib/task-kinds/label/form.ts";
import { optionForm } from "#lib/task-kinds/options/form.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { traitsForm } from "#lib/task-kinds/traits/form.ts";

const kinds: Record<KindName, FormKind> = {
  choice: optionForm,
  texts: optionForm,
  rating: optionForm,
  pair: optionForm,
  traits: traitsForm,
  label: labelForm,
  codes: codesForm,
};

export const formKindOf = (name: KindName): FormKind => kinds[name];
