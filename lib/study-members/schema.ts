import { z } from "zod";

export const membershipInput = z.object({ studyId: z.uuid(), userId: z.uuid() });
