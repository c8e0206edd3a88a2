"use client";

import clsx from "clsx";
import { DropdownMenu as Radix } from "radix-ui";
import { useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icons.tsx";

type Item = { key: string; label: string; isDanger?: boolean; onSelect: () => void };

/** What is done seldom. Its button has the focus again before what was chosen begins: so a dialog knows where to return it. */
export function Menu({ label, items }: { label: string; items: readonly Item[] }) {
  const chosen = useRef<(() => void) | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>
        <Button ref={button}>
          {label}
          <Icon name="down" className="-mr-1 size-4" />
        </Button>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-30 grid min-w-56 rounded-md border border-line bg-raised py-1 text-ink shadow-float"
          onCloseAutoFocus={(event) => {
            const begin = chosen.current;
            if (!begin) return;
            chosen.current = null;
            event.preventDefault();
            button.current?.focus();
            begin();
          }}
        >
          {items.map(({ key, label: name, isDanger, onSelect }) => (
            <Radix.Item
              key={key}
              onSelect={() => (chosen.current = onSelect)}
              className={clsx(
                "target flex cursor-default items-center px-4 outline-none select-none data-highlighted:bg-sunken",
                "data-highlighted:shadow-[inset_3px_0_0_var(--focus)]",
                isDanger && "text-danger",
              )}
            >
              {name}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
