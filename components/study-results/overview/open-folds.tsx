"use client";

import { useEffect } from "react";

/** An address that names something inside a fold opens it: on arrival, and by a link of this very page. */
export function OpenFolds() {
  useEffect(() => {
    const open = () => {
      const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      const fold = named?.closest("details");
      if (!fold || fold.open) return;
      fold.open = true;
      named?.scrollIntoView();
    };
    open();
    addEventListener("hashchange", open);
    return () => removeEventListener("hashchange", open);
  }, []);
  return null;
}
