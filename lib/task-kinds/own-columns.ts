import { z } from "zod";
import type { OwnColumn, OwnColumns } from "#lib/task-kinds/exports.ts";

/** Rows of other kinds have no such column. */
export const columnOf =
  (kind: string) =>
  (about: string, cell: z.ZodType = nameCell): OwnColumn => ({
    about: `${about}; only for cases of the kind ${kind}`,
    cell,
  });

const nameCell = z.string().nullable().optional();

/** Added behind a column. */
export const addAfter = (all: OwnColumns, place: string, added: OwnColumns): OwnColumns =>
  Object.fromEntries(
    Object.entries(all).flatMap((column) =>
      column[0] === place ? [column, ...Object.entries(added)] : [column],
    ),
  );

export const pickColumns = (all: OwnColumns, ...names: readonly string[]): OwnColumns =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
