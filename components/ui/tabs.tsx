"use client";

import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

type Props = {
  label: string;
  items: readonly { value: string; label: string; content: ReactNode }[];
  defaultValue?: string;
};

export function Tabs({ label, items, defaultValue = items[0]?.value }: Props) {
  return (
    <Radix.Root defaultValue={defaultValue}>
      <Radix.List
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-b border-line p-0.5 pb-0 max-sm:[scrollbar-width:none]"
      >
        {items.map((item) => (
          <Radix.Trigger
            key={item.value}
            value={item.value}
            className="target -outline-offset-2 border-b-3 border-transparent px-3 font-medium whitespace-nowrap text-ink-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {item.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {items.map((item) => (
        <Radix.Content key={item.value} value={item.value} className="pt-5">
          {item.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
