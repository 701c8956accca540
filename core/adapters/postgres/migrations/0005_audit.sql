-- Everything that was decided, in order; nothing here is ever changed or taken back.

CREATE TABLE audit (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL,
    subject text NOT NULL,
    facts jsonb NOT NULL,
    at timestamptz NOT NULL
);
CREATE INDEX audit_of_subject ON audit (subject, id);

CREATE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit is only ever added to' USING ERRCODE = 'check_violation';
END
$$;

CREATE TRIGGER keep_audit BEFORE UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION keep_audit();

-- A task with its history: the states it reached, when and why, oldest first.
CREATE VIEW told_tasks AS
    SELECT tasks.*,
           (SELECT jsonb_agg(jsonb_build_object('state', audit.facts ->> 'state', 'at', audit.at,
                                                'reason', audit.facts ->> 'reason') ORDER BY audit.id)
            FROM audit WHERE audit.subject = tasks.id AND audit.kind = 'state') AS history
    FROM tasks;
