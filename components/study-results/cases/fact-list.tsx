"use client";

import { type Cell, draw } from "#components/ui/table/cell.tsx";

/** What something is, by name. It travels as its words, as a table does. */
export const FactList = ({ facts }: { facts: readonly (readonly [name: string, value: Cell])[] }) => (
  <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
    {facts.map(([name, value]) => (
      <div key={name} className="min-w-0">
        <dt className="text-sm text-ink-muted">{name}</dt>
        <dd className="figures font-medium wrap-anywhere">{draw(value)}</dd>
      </div>
    ))}
  </dl>
);
