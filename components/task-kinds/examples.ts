import type { ComponentType } from "react";
import { ChoiceExample } from "#components/task-kinds/choice/example.tsx";
import type { ExampleProps } from "#components/task-kinds/kind.ts";
import { PairExample } from "#components/task-kinds/pair/example.tsx";
import { CodesExample, LabelExample } from "#components/task-kinds/label/example.tsx";
import { RatingExample } from "#components/task-kinds/rating/example.tsx";
import { TextsExample } from "#components/task-kinds/texts/example.tsx";
import { TraitsExample } from "#components/task-kinds/traits/example.tsx";
import type { KindName } from "#lib/task-kinds/registry.ts";

/** Written for the instructions, and in no benchmark. */
export const examples: Record<KindName, ComponentType<ExampleProps>> = {
  choice: ChoiceExample,
  texts: TextsExample,
  rating: RatingExample,
  pair: PairExample,
  traits: TraitsExample,
  label: LabelExample,
  codes: CodesExample,
};
