"use client";

import { Toast as Radix } from "radix-ui";
import { type ReactNode, createContext, useCallback, useContext, useState } from "react";
import { buttonClass } from "#components/ui/button-class.ts";
import { Icon } from "#components/ui/icons.tsx";

type Note = { title: string; detail?: string; tone?: "success" | "danger" };
type ActiveNote = Note & { id: number; open: boolean };

const Notify = createContext<((note: Note) => void) | null>(null);

export function useToast(): (note: Note) => void {
  const notify = useContext(Notify);
  if (!notify) throw new Error("useToast needs a ToastProvider above it");
  return notify;
}

export function ToastProvider({
  words,
  children,
}: {
  words: { region: string; close: string };
  children: ReactNode;
}) {
  const [notes, setNotes] = useState<ActiveNote[]>([]);
  const notify = useCallback((note: Note) => {
    setNotes((before) => [
      ...before.filter((shown) => shown.open).slice(-2),
      { ...note, id: (before.at(-1)?.id ?? 0) + 1, open: true },
    ]);
  }, []);
  const close = (id: number) =>
    setNotes((before) => before.map((note) => (note.id === id ? { ...note, open: false } : note)));
  return (
    <Notify value={notify}>
      <Radix.Provider label={words.region} duration={8000}>
        {children}
        {notes.map((note) => (
          <Radix.Root
            key={note.id}
            open={note.open}
            onOpenChange={(open) => !open && close(note.id)}
            type={note.tone === "danger" ? "foreground" : "background"}
            className="flex items-start gap-3 rounded-md border border-edge bg-raised p-4 text-ink shadow-float"
          >
            {note.tone === "danger" ? (
              <Icon name="warning" className="mt-0.5 text-danger" />
            ) : (
              <Icon name="check" className="mt-0.5 text-success" />
            )}
            <div className="grid min-w-0 flex-1 gap-0.5">
              <Radix.Title className="font-medium">{note.title}</Radix.Title>
              {note.detail && <Radix.Description className="text-sm">{note.detail}</Radix.Description>}
            </div>
            <Radix.Close
              aria-label={words.close}
              className={`${buttonClass({ variant: "quiet", size: "icon" })} -my-2 -mr-2`}
            >
              <Icon name="cross" className="size-4" />
            </Radix.Close>
          </Radix.Root>
        ))}
        <Radix.Viewport
          label={`${words.region} ({hotkey})`}
          className="fixed right-4 bottom-4 z-60 grid w-[min(24rem,calc(100vw-2rem))] gap-2"
        />
      </Radix.Provider>
    </Notify>
  );
}
