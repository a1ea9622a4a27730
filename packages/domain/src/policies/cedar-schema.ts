/** What policies can refer to; Cedar’s strict validator checks each document against it (GOV-1). */
export const CEDAR_SCHEMA = `entity Role;
entity Person in [Role];
entity Agent = { name: String };
// classification: public, internal, confidential, restricted
entity Connection = {
  name: String,
  kind: String,
  region: String,
  risk: String,
  classification: String
};

// plan: its id; analyser: blank if a user or an agent made it
entity Suggestion = { name: String, plan: String, analyser: String };

// risk: low, medium, high; environment: dev, staging, prod
type Facts = {
  environment: String,
  agent: String,
  risk: String,
  handlesMoney: Bool,
  trigger: String
};

action run, edit, deploy appliesTo {
  principal: Person,
  resource: Agent,
  context: Facts
};

// environment: prod; agent: the one that made it; trigger: manual, or event if Attain applies it
action apply appliesTo {
  principal: Person,
  resource: Suggestion,
  context: Facts
};

// labels: data that may reach the call, such as "personal:eu"
action call appliesTo {
  principal: Person,
  resource: Connection,
  context: {
    environment: String,
    agent: String,
    risk: String,
    handlesMoney: Bool,
    trigger: String,
    labels: Set<String>
  }
};
`;
