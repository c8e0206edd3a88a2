"use client";

import { useRouter } from "next/navigation";
import { type SVGProps, useEffect, useState } from "react";
import { takeOver } from "#components/charts/handed-over.ts";

type Props = Omit<SVGProps<SVGSVGElement>, "id"> & { place: string };

/** For who comes back to the page, when its elements are gone. */
const kept = new Map<string, string>();

function read(place: string): string {
  if (typeof document === "undefined") return takeOver(place);
  const markup = kept.get(place) ?? document.getElementById(place)?.innerHTML ?? "";
  kept.set(place, markup);
  return markup;
}

/**
 * A drawing that a page brings once. What React takes a page over from would have it a second time: a third of a page of
 * results. In the browser it is read from the page itself; should it not be there, it is asked for.
 */
export function DrawnOnce({ place, ...svg }: Props) {
  const { refresh } = useRouter();
  const [markup] = useState(() => read(place));
  useEffect(() => {
    if (markup === "") refresh();
  }, [markup, refresh]);
  return <svg {...svg} id={place} dangerouslySetInnerHTML={{ __html: markup }} />;
}
