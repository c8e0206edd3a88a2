import type { ComponentType } from "react";
import { Reading as PairReading } from "#components/task-kinds/pair/reading.tsx";
import { CodesReading, LabelReading } from "#components/task-kinds/label/reading.tsx";
import { Reading as RatingReading } from "#components/task-kinds/rating/reading.tsx";
import type { ReadingProps } from "#components/task-kinds/registry.tsx";
import { Reading as TextsReading } from "#components/task-kinds/texts/reading.tsx";
import { Reading as TraitsReading } from "#components/task-kinds/traits/reading.tsx";
import type { KindName } from "#lib/task-kinds/registry.ts";

/** Fetched together: each by itself would have to be named in the scripts that every case begins with. */
export const fetchedReadings: Record<Exclude<KindName, "choice">, ComponentType<ReadingProps>> = {
  texts: TextsReading,
  rating: RatingReading,
  pair: PairReading,
  traits: TraitsReading,
  label: LabelReading,
  codes: CodesReading,
};
