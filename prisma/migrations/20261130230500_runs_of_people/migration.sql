-- Exports write what people decided as if they were a model: imported again, such a run is people's, and in no ranking.
ALTER TABLE "model_runs" ADD COLUMN "is_people" BOOLEAN NOT NULL DEFAULT false;

-- Files written so far have nothing but the name.
UPDATE "model_runs" SET "is_people" = true
WHERE "model" IN ('people', 'people-consensus', 'simulated people', 'simulated-people', 'simulated-people-consensus');
