"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { NavigationItem } from "#components/shell/navigation.tsx";
import { buttonClass } from "#components/ui/button-class.ts";
import { lazyWithPreload } from "#components/ui/lazy-with-preload.ts";
import { Streamed, Unheard } from "#components/ui/streamed.tsx";
import { ControlIcon } from "#components/ui/control-icons.tsx";

const SearchDialog = lazyWithPreload(() =>
  import("#components/shell/palette-dialog.tsx").then((one) => one.PaletteDialog),
);

/** Leads anywhere by a name: Ctrl K, or ⌘K. */
export function Palette({ pages }: { pages: readonly NavigationItem[] }) {
  const t = useTranslations("palette");
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isAsked = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isAsked || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      if (!document.querySelector("[role=dialog]")) setOpen(true);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-label={t("open")}
        title={t("open")}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        onPointerEnter={() => void SearchDialog.preload()}
        className={buttonClass({ variant: "quiet", size: "icon" })}
      >
        <ControlIcon name="search" />
      </button>
      <Unheard />
      {isOpen && (
        <Streamed>
          <SearchDialog pages={pages} onClose={() => setOpen(false)} />
        </Streamed>
      )}
    </>
  );
}
