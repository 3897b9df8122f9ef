def facts_of(path): raise NotImplementedError
