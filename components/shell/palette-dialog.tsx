"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { NavigationItem } from "#components/shell/navigation.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { controlClass } from "#components/ui/fields/field.tsx";
import { placesAddress } from "#lib/paths.ts";
import type { Place } from "#lib/places/schema.ts";

type Group = { kind: Place["kind"] | "page"; places: readonly { href: string; name: string }[] };
type Answer = { text: string; places: readonly Place[]; isRefused: boolean };

/** A moment to let somebody finish typing. */
const patience = 120;
const kinds = ["study", "benchmark", "review", "person"] as const;

/** What the server finds by a text; the answer before it stands until then. */
function usePlaces(text: string): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    const outdated = new AbortController();
    const timer = setTimeout(async () => {
      const places = await ask(text, outdated.signal);
      if (!outdated.signal.aborted) setAnswer({ text, places: places ?? [], isRefused: places === null });
    }, patience);
    return () => {
      clearTimeout(timer);
      outdated.abort();
    };
  }, [text]);
  return answer;
}

async function ask(text: string, signal: AbortSignal): Promise<Place[] | null> {
  try {
    const response = await fetch(placesAddress(text), { signal });
    return response.ok ? ((await response.json()) as Place[]) : null;
  } catch {
    return null;
  }
}

const holds = (name: string, text: string) => name.toLowerCase().includes(text.toLowerCase());

function listGroups(pages: readonly NavigationItem[], text: string, places: readonly Place[]): Group[] {
  const fitting = pages.filter(({ label }) => holds(label, text));
  const ofPages: Group = { kind: "page", places: fitting.map(({ href, label }) => ({ href, name: label })) };
  const others = kinds.map((kind): Group => ({ kind, places: places.filter((one) => one.kind === kind) }));
  // Before anything is typed, the newest studies are what is wanted most.
  return (text === "" ? [...others, ofPages] : [ofPages, ...others]).filter(
    ({ places: found }) => found.length > 0,
  );
}

type Props = { pages: readonly NavigationItem[]; onClose: () => void };

export function PaletteDialog({ pages, onClose }: Props) {
  const t = useTranslations("palette");
  const router = useRouter();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [written, setWritten] = useState("");
  const [at, setAt] = useState(0);
  const text = written.trim();
  const answer = usePlaces(text);
  const isKnown = answer?.text === text;
  const places = answer?.places.filter(({ name }) => isKnown || holds(name, text)) ?? [];
  const groups = listGroups(pages, text, places);
  const found = groups.flatMap((group) => group.places);
  const current = found[Math.min(at, found.length - 1)];
  const optionId = (href: string) => `${id}-${href}`;

  function go(href: string) {
    onClose();
    router.push(href);
  }
  function move(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.nativeEvent.isComposing || (step === undefined && event.key !== "Enter")) return;
    event.preventDefault();
    if (step === undefined) {
      if (current) go(current.href);
    } else if (found.length > 0) {
      const next = (Math.min(at, found.length - 1) + step + found.length) % found.length;
      setAt(next);
      document.getElementById(optionId(found[next]?.href ?? ""))?.scrollIntoView({ block: "nearest" });
    }
  }

  const said = isKnown && (answer.isRefused ? t("failed") : t("count", { count: found.length }));
  return (
    <Dialog
      open
      title={t("title")}
      closeLabel={t("close")}
      focusFirst={input}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={t("label")}
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={current && optionId(current.href)}
        placeholder={t("label")}
        autoComplete="off"
        spellCheck={false}
        value={written}
        onChange={(event) => {
          setWritten(event.target.value);
          setAt(0);
        }}
        onKeyDown={move}
        className={controlClass}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t("title")}
        className="grid max-h-[55dvh] gap-3 overflow-y-auto empty:hidden"
      >
        {groups.map(({ kind, places: own }) => (
          <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
            <p id={`${id}-${kind}`} className="px-2 text-sm text-ink-muted">
              {t(`kinds.${kind}`)}
            </p>
            {own.map(({ href, name }) => (
              <div
                key={href}
                id={optionId(href)}
                role="option"
                tabIndex={-1}
                aria-selected={href === current?.href}
                onKeyDown={move}
                onPointerMove={() => setAt(found.findIndex((one) => one.href === href))}
                onClick={() => go(href)}
                className={clsx(
                  "target flex cursor-pointer items-center rounded-md border-l-4 px-2",
                  href === current?.href ? "border-accent bg-accent-tint" : "border-transparent",
                )}
              >
                <bdi className="truncate">{name}</bdi>
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="text-sm text-ink-muted">
        {said}
      </p>
    </Dialog>
  );
}
