// Empty: the shared library is made of the layer api and all below it.
