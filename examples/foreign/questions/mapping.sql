-- An object of rows by their ids, with what is known of a question nested in it; a grader said whether each answer is right, and so did a person.
-- run
SELECT 'questions' AS benchmark, 'grader' AS judge, 'critique' AS protocol;
-- instances
SELECT _key AS instance, question AS prompt, metadata.category AS "attributes.task", metadata.grade.level AS "attributes.difficulty", _file, _row FROM answers;
-- responses
SELECT _key AS instance, 'a' AS response, extraction AS text, _file, _row FROM answers;
-- gold
SELECT _key AS instance, 'a' AS response, 'correct' AS kind, if(metadata.checked, 'correct', 'error') AS value, _file, _row FROM answers;
-- judgments
SELECT _key AS instance, 'a' AS response, 'critique' AS stage, if(true_false, 'correct', 'error') AS verdict, _file, _row FROM answers;
