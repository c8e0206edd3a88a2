import type { ReactNode } from "react";
import { SkipLink } from "#components/shell/skip-link.tsx";
import { TopLine } from "#components/shell/top-line.tsx";

/** A reading room: one thin line on top, and then only what is to be read. */
export function ParticipantFrame({ menu, children }: { menu?: ReactNode; children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <TopLine ruled menu={menu} />
      <main
        id="main"
        tabIndex={-1}
        className="measure reading mx-auto box-content px-4 py-8 outline-none has-data-wide:max-w-[68rem] sm:px-6 sm:py-14"
      >
        {children}
      </main>
    </>
  );
}
