"use client";

import { WholeTable, type TableProps } from "#components/ui/table/whole-table.tsx";

/** A table with parts that a script works on, or in a part of the page that one draws. */
export const LiveTable = (props: TableProps) => <WholeTable {...props} />;
