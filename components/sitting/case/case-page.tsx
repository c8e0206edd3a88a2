"use client";

import type { ComponentProps } from "react";
import { Room } from "#components/sitting/page/sitting-page.tsx";
import { RoomCases } from "#components/sitting/case/case-views.tsx";

type Props = Omit<ComponentProps<typeof Room>, "Cases" | "Overview">;

/** The room, entered at a case. */
export const CaseRoom = (props: Props) => <Room {...props} Cases={RoomCases} />;
