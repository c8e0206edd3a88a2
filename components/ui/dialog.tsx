"use client";

import { Dialog as Radix } from "radix-ui";
import { useRef, type ReactNode, type RefObject } from "react";
import { buttonClass } from "#components/ui/button-class.ts";
import { Icon } from "#components/ui/icons.tsx";

type Props = {
  title: string;
  description?: ReactNode;
  closeLabel: string;
  /** A single button; leave it out and steer with `open` instead. */
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** What has the focus first, in place of the button that closes. */
  focusFirst?: RefObject<HTMLElement | null>;
  children?: ReactNode;
};

export function Dialog({ title, description, closeLabel, trigger, focusFirst, ...props }: Props) {
  const { open, onOpenChange, children } = props;
  const openedFrom = useRef<Element | null>(null);
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          {...(description ? {} : { "aria-describedby": undefined })}
          // Without a trigger Radix doesn't know where the focus came from, and would lose it.
          onOpenAutoFocus={(event) => {
            openedFrom.current = document.activeElement;
            if (!focusFirst) return;
            event.preventDefault();
            focusFirst.current?.focus();
          }}
          onCloseAutoFocus={(event) => {
            if (trigger || !(openedFrom.current instanceof HTMLElement)) return;
            event.preventDefault();
            openedFrom.current.focus();
          }}
          // Radix listens a moment after it has moved the focus here, and so misses an Escape that is pressed at once.
          onKeyDown={(event) => {
            if (event.key === "Escape" && !event.defaultPrevented) close.current?.click();
          }}
          className="fixed top-1/2 left-1/2 z-50 grid max-h-[90dvh] w-[min(34rem,calc(100vw-2rem))] -translate-1/2 gap-4 overflow-y-auto rounded-lg border border-line bg-raised p-6 text-ink shadow-float"
        >
          <div className="flex items-start justify-between gap-4">
            <Radix.Title className="text-xl font-semibold">{title}</Radix.Title>
            <Radix.Close
              ref={close}
              aria-label={closeLabel}
              className={`${buttonClass({ variant: "quiet", size: "icon" })} -mt-2 -mr-2`}
            >
              <Icon name="cross" />
            </Radix.Close>
          </div>
          {description && (
            <Radix.Description asChild>
              <div>{description}</div>
            </Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-2 flex flex-wrap justify-end gap-3">{children}</div>;
}

export function DialogClose({ children }: { children: ReactNode }) {
  return <Radix.Close className={buttonClass()}>{children}</Radix.Close>;
}
