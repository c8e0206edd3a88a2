"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { bringUpToDate } from "#components/ui/written/bring-up-to-date.ts";
import { takeOver } from "#components/ui/written/handed-over.ts";

type Props = {
  /** Where in the page it stands, for a page that brings it. */
  place?: string;
  /** All of it, for what a script asks for. */
  markup?: string;
};

/** For who comes back to the page, when its elements are gone. */
const kept = new Map<string, string>();

function read(place: string): string {
  if (typeof document === "undefined") return takeOver(place);
  const markup = kept.get(place) ?? document.getElementById(place)?.innerHTML ?? "";
  kept.set(place, markup);
  return markup;
}

/**
 * A part that a page brings once. What React takes a page over from would have it a second time: half of a page of results. In
 * the browser it is read from the page itself; should it not be there, it is asked for.
 */
export function TakenOver({ place, markup }: Props) {
  const { refresh } = useRouter();
  const box = useRef<HTMLDivElement>(null);
  const [first] = useState(() => markup ?? read(place ?? ""));
  useEffect(() => {
    if (markup !== undefined && box.current) bringUpToDate(box.current, markup);
    else if (first === "") refresh();
  }, [markup, first, refresh]);
  return <div ref={box} id={place} className="contents" dangerouslySetInnerHTML={{ __html: first }} />;
}
