import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { type Keeper, Once } from "#components/ui/written/once.tsx";
import { keepText } from "#lib/study-results/kept-texts.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";

type Props = {
  rows: StudyRows;
  view: View;
  /** Which part it is, and everything it shows that neither rows nor view decide. */
  of: string;
};

/** Of a part whose drawing answers a script: what of it is written, by the names of those parts. */
export const getKeeper = async ({ rows, view, of }: Props): Promise<Keeper> => {
  const key = `${await getLocale()} ${viewKey(view)} ${of}`;
  return (part) => (write) => keepText(rows, `${key} ${part}`, write);
};

/** A part of the results that is the same for everybody who may see them, written once for all of them. */
export async function Kept({ children, ...props }: Props & { children: ReactNode }) {
  const keeper = await getKeeper(props);
  return <Once keep={keeper("")}>{children}</Once>;
}
